"""The command line: parse, call, show, exit code."""

from __future__ import annotations

import atexit
import gc
import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    # There is hardly any garbage; collecting it would take a tenth of the time of loading and of
    # a solve, and as much again on exit.
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)
    try:
        from xlnono.cli.commands import run
    except KeyboardInterrupt:
        # Loading takes a moment, in which nothing has been done yet.
        from xlnono.cli.exit_codes import STOPPED

        sys.exit(STOPPED)
    run(arguments)
