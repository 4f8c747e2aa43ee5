"""Exit codes; the help of the command names them."""

DONE, NOT_UNIQUE, USAGE, FAILED, STOPPED = 0, 1, 2, 3, 130
