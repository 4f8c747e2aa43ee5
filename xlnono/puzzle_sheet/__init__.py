"""A puzzle on a sheet: where it is, its contents, and the sheets written about it."""
