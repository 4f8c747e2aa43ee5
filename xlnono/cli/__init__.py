"""The command line: parse, call, show, exit code."""

import sys

try:
    from xlnono.cli.main import main
except KeyboardInterrupt:
    # Loading takes a moment, in which nothing has been done yet.
    from xlnono.cli.exit_codes import STOPPED

    sys.exit(STOPPED)

__all__ = ["main"]
