"""The command line: parse, call, show, exit code."""

import sys

from xlnono.cli.exits import STOPPED

try:
    from xlnono.cli.main import main
except KeyboardInterrupt:
    # Loading takes a moment, in which nothing has been done yet.
    sys.exit(STOPPED)

__all__ = ["main"]
