"""The clue 3 1 as people type it into one cell, with every sign that docs/worksheet.md allows."""

from __future__ import annotations

_SEPARATORS = " ,、・/;:|+-ー\n"
_OTHER_FORMS = "\u00a0\u3000，､･／；：｜＋－−‐–—ｰ"
"""Full-width and half-width forms, and other spaces and hyphens."""
_BRACKETS = "() [] {} <> （） ［］ ｛｝ ＜＞ 「」 ｢｣ 『』 【】 〔〕 〈〉 《》"

THREE_ONE = (
    *(f"3{sign}1" for sign in _SEPARATORS + _OTHER_FORMS),
    *(f"{first}3 1{last}" for first, last in _BRACKETS.split()),
    *(
        "[3] [1]",
        "(3)(1)",
        "[3, 1]",
        "3 - 1",
        "３　１",
        "３・１",
        "③①",
        "③、①",
        "3.0 1.0",
        "３．０；１",
    ),
)
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
NEGATIVE = "-3", "－3", "(-3)", "[ −3]"
"""What no reader may take for the clue 3."""
