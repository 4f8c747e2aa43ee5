"""Which Python has xlnono: by default the one that made the extension."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import uno

_OWN = Path(__file__).resolve().parents[2] / "python.txt"


def chosen_file(context: Any) -> Path:
    """The file in the user's profile in which another Python can be named."""
    paths = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.util.PathSubstitution", context
    )
    folder = uno.fileUrlToSystemPath(paths.substituteVariables("$(user)", True))
    return Path(folder) / "xlnono-python.txt"


def interpreter(context: Any) -> str:
    """The path of the Python to start."""
    for path in (chosen_file(context), _OWN):
        if path.exists():
            # Some editors write a byte order mark.
            named = path.read_text("utf-8-sig").strip().strip('"')
            if named:
                return named
    return ""
