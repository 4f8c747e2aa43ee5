"""The programs that tests run: found on the path, and not run where they are not wanted."""

from __future__ import annotations

import os
import shutil

import pytest


def programs(name: str, required_by: str, *commands: str) -> list[str]:
    """The paths of the commands of a program.

    Skips the test if one is missing, or if XLNONO_NO_PROGRAMS is set. Fails instead if the
    environment variable `required_by` is set.
    """
    unwanted = os.environ.get("XLNONO_NO_PROGRAMS")
    paths = [] if unwanted else [shutil.which(command) for command in commands]
    found = [path for path in paths if path is not None]
    if len(found) == len(commands):
        return found
    if os.environ.get(required_by):
        pytest.fail(f"{name} is required, and one of {', '.join(commands)} is not on the path")
    pytest.skip(f"{name} is not wanted" if unwanted else f"{name} is not installed")
