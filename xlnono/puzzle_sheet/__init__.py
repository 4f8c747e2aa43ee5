"""A puzzle on a sheet: where it is, what it says, and what is written about it."""
