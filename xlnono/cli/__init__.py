"""The command line: parse, call, show, exit code."""

from xlnono.cli.main import main

__all__ = ["main"]
