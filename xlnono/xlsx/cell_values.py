"""The values that the parts of a workbook file store: texts, and numbers that stand for dates."""

from __future__ import annotations

import datetime

from xlnono.patterns import pattern
from xlnono.xlsx.parts import Element, main

_TEXT, _RUN = main("t"), main("r")
_EPOCH = datetime.datetime(1899, 12, 30)
_BEFORE_LEAP_DAY = 60
"""Serial numbers below this one are one day off, because 1900 counts as a leap year."""
_DAYS_TO_1904 = 1462
_ESCAPED = pattern("_x([0-9A-Fa-f]{4})_")
_LIKE_ESCAPE = pattern("_(?=x[0-9A-Fa-f]{4}_)")
_NOT_IN_XML = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def escaped(text: str) -> str:
    """A text with characters that XML cannot hold as _xHHHH_; see `unescaped`."""
    if "_x" not in text and text.isprintable():
        return text
    text = _LIKE_ESCAPE.sub("_x005F_", text)
    return _NOT_IN_XML.sub(lambda match: f"_x{ord(match[0]):04X}_", text)


def unescaped(text: str) -> str:
    """A text with its _xHHHH_ escapes, for characters that XML cannot hold, decoded."""
    text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
    # Two surrogates make one character; a single one is not valid.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def text_of(element: Element) -> str:
    """The text of a shared or inline string, without its readings."""
    texts = [
        part.text or ""
        for child in element
        for part in ((child,) if child.tag == _TEXT else child.iter(_TEXT))
        if child.tag in (_TEXT, _RUN)
    ]
    return unescaped("".join(texts))


def moment_of(serial: float, from_1904: bool) -> datetime.datetime:
    """The date that a number stands for. Raises OverflowError if there is none."""
    if from_1904:
        serial += _DAYS_TO_1904
    elif 1 <= serial < _BEFORE_LEAP_DAY:
        serial += 1
    return _EPOCH + datetime.timedelta(days=serial)
