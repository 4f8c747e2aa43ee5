"""Images among the files that people open on the page."""

from __future__ import annotations

import re
from pathlib import Path

from xlnono.patterns import pattern

_HEAD_BYTES = 16
_HEADS = pattern(
    rb"\x89PNG\r\n\x1a\n"
    rb"|\xff\xd8\xff"  # JPEG
    rb"|GIF8[79]a"
    rb"|RIFF.{4}WEBP"
    rb"|BM.{4}\0{4}"
    rb"|II\*\0|MM\0\*"  # TIFF
    rb"|.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs])",  # HEIC, AVIF
    re.DOTALL,
)


def is_image(path: Path) -> bool:
    """Whether a file is an image of pixels, by its first bytes."""
    with path.open("rb") as stream:
        return bool(_HEADS.match(stream.read(_HEAD_BYTES)))
