"""Puzzles as JSON: {"rows": [[3, 1], …], "columns": […], "title": …, "goal": ["#.#", …]}."""

from __future__ import annotations

import json
import re
from typing import Any

from xlnono.errors import XlnonoError
from xlnono.formats.errors import BLOTTED, COLOURED, Spot, malformed, shortened, unsupported
from xlnono.formats.puzzle_file import About, Clues, PuzzleFile, of_picture, of_signs, puzzle_file
from xlnono.formats.text import decoded
from xlnono.model.board import Grid
from xlnono.patterns import pattern

SUFFIXES = (".json",)
_TEXTS = {
    "title": "title",
    "author": "author",
    "copyright": "copyright",
    "license": "licence",
    "source": "source",
    "description": "description",
}
_SIGNATURE = pattern(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_START = Spot(1)


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.match(content)) and re.search(rb'"(?:rows|goal)"', content) is not None


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzles of a file: one object, or a list of them. Raises XlnonoError."""
    text = decoded(content)
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise malformed(
            Spot(error.lineno, error.colno),
            "invalid JSON: {reason}",
            "JSON として正しくありません({reason})",
            reason=error.msg,
        ) from None
    except (RecursionError, ValueError):
        # Too many brackets, or a number with too many digits.
        raise malformed(
            _START, "the JSON is nested too deeply", "JSON の入れ子が深すぎます"
        ) from None
    puzzles = found if isinstance(found, list) else [found]
    return [_puzzle(each, text) for each in puzzles]


def _puzzle(found: Any, text: str) -> PuzzleFile:
    if not isinstance(found, dict):
        raise malformed(
            _START,
            "expected an object with “rows” and “columns”",
            "rows と columns のあるオブジェクトが必要です",
        )
    if colours := found.get("colors", found.get("colours")):
        raise unsupported(_spot_of(text, "color"), COLOURED, str(colours))
    about = About(
        **{
            # Half of a surrogate pair cannot be written to any file.
            field: " ".join(found[name].encode("utf-8", "replace").decode().split())
            for name, field in _TEXTS.items()
            if isinstance(found.get(name), str) and found[name].strip()
        }
    )
    goal = _goal(found.get("goal"), text)
    if goal is not None and "rows" not in found and "columns" not in found:
        return of_picture(goal, about)
    rows, columns = (_clues(found.get(name), name, text) for name in ("rows", "columns"))
    try:
        spot = None if goal is None else _spot_of(text, "goal")
        return puzzle_file(rows, columns, about, goal, spot)
    except XlnonoError as error:
        for defect in error.single():
            if defect.place.line is None:
                defect.place = defect.place._replace(line=1, character=1)
        raise


def _spot_of(text: str, name: str) -> Spot:
    """Where a name is first mentioned: a JSON reader keeps no places."""
    place = max(text.find(f'"{name}'), 0)
    line = text.count("\n", 0, place) + 1
    return Spot(line, place - text.rfind("\n", 0, place))


def _clues(found: Any, name: str, text: str) -> Clues:
    clues = Clues()
    spot = _spot_of(text, name)
    if not isinstance(found, list):
        raise malformed(
            spot,
            "expected a list of clues under “{name}”, such as [[3, 1], [2]]",
            "{name} には [[3, 1], [2]] のようなヒントのリストが必要です",
            name=name,
        )
    for number, clue in enumerate(found, start=1):
        blocks = clue if isinstance(clue, list) else [clue]
        for block in blocks:
            if block in ("?", "*"):
                raise unsupported(spot, BLOTTED, str(block))
            if isinstance(block, bool) or not isinstance(block, int) or abs(block) > 10**9:
                raise malformed(
                    spot,
                    "clue {number} of “{name}” has “{block}” instead of a number",
                    "{name} の{number}番目のヒントにあるのは数字ではなく「{block}」です",
                    name=name,
                    number=number,
                    block=shortened(json.dumps(block) if isinstance(block, bool) else str(block)),
                )
        clues.add(blocks, spot)
    return clues


def _goal(found: Any, text: str) -> Grid | None:
    if found is None:
        return None
    rows = found if isinstance(found, list) else [found]
    texts = [row for row in rows if isinstance(row, str)]
    whole = "".join(texts)
    if (
        len(texts) < len(rows)
        or len(set(map(len, texts))) != 1
        or not whole
        or set(whole) - set("#.")
    ):
        raise malformed(
            _spot_of(text, "goal"),
            "expected a picture under “goal”: a text for each row, of # (black) and . (white)",
            "goal には、行ごとに #(黒)と .(白)を並べた絵が必要です",
        )
    return of_signs(texts, "#")


def write(found: PuzzleFile) -> bytes:
    """The content of a file with one puzzle."""
    said = dict(found.about.items())
    fields: dict[str, object] = {
        name: said[field] for name, field in _TEXTS.items() if field in said
    }
    fields["rows"], fields["columns"] = (
        [list(clue) for clue in clues] for clues in (found.puzzle.rows, found.puzzle.columns)
    )
    if found.goal is not None:
        fields["goal"] = found.goal.text().split("\n")
    lines = [
        f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in fields.items()
    ]
    return ("{\n  " + ",\n  ".join(lines) + "\n}\n").encode("utf-8", "replace")
