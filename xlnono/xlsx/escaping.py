"""Escapes text for XML.

xml.sax.saxutils does the same, but loads urllib.request with all of the network.
"""

from __future__ import annotations

_IN_QUOTES = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def escape(text: str) -> str:
    """As content of an element."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quoted(text: str) -> str:
    """As a quoted attribute value; line breaks and tabs are preserved."""
    text = escape(text)
    for letter, entity in _IN_QUOTES.items():
        text = text.replace(letter, entity)
    return f'"{text}"'
