"""The exit codes, as the help of the command lists them."""

from __future__ import annotations

import signal

DONE, NOT_UNIQUE, USAGE, FAILED = 0, 1, 2, 3
SIGNALLED = 128
"""Shells add the number of the signal to this."""
STOPPED = SIGNALLED + signal.SIGINT
