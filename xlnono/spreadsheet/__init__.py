"""What a sheet is, for any program or file."""
