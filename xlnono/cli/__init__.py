"""The command line: parse, call, show, exit code."""

import sys

# Exit codes, as the help lists them; after a signal 128 plus its number, as in shells.
DONE, NOT_UNIQUE, USAGE, FAILED = 0, 1, 2, 3
STOPPED, TERMINATED = 130, 143

try:
    from xlnono.cli.main import main
except KeyboardInterrupt:
    # Loading takes a moment, in which nothing has been done yet.
    sys.exit(STOPPED)

__all__ = ["main"]
