"""The signs that formulas know in a typed clue: a part of those of `xlnono/puzzle_sheet/clues.py`.

Formulas have no normal forms, so full-width and half-width signs are listed, too.
"""

from __future__ import annotations

SPACES = "\n\u00a0\u3000"
BRACKETS = "()[]{}<>（）［］｛｝＜＞「」｢｣『』【】〔〕〈〉《》"
SEPARATORS = ",;:|+/、・，；：｜＋／､･"
HYPHENS = "‐‑‒–—―ー−－ｰ"
"""Apart from the ordinary one. They separate numbers, but one in front makes a clue invalid."""
WIDE_DIGITS = "０１２３４５６７８９"
WIDE_DOT = "．"
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
"""The numbers from 1. Each is one number, even without a separator."""
