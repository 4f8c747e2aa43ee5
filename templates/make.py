"""Makes the ready templates: `python templates/make.py [folder]`."""

from __future__ import annotations

import sys
from pathlib import Path

from xlnono.templates import template

SIZES = ((10, 10), (20, 20), (40, 30))


def make(folder: Path) -> None:
    """Write the templates to a folder, over those that are there."""
    for height, width in SIZES:
        path = folder / f"{height}x{width}.xlsx"
        path.unlink(missing_ok=True)
        template.new(path, height, width)
    path = folder / "xlnono.xlsm"
    path.unlink(missing_ok=True)
    # Its buttons find Python on any computer, so it must not name the one that made it.
    template.new(path, 20, 20, macro=True, this_machine=False)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
