"""Exit codes; the help of the command names them."""

DONE, NOT_UNIQUE, USAGE, FAILED = 0, 1, 2, 3
STOPPED, TERMINATED = 130, 143
"""As shells have it: 128 and the number of the signal, SIGINT or SIGTERM."""
