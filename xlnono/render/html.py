"""A film as a page that plays in a browser by itself: one file, no network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from xlnono.language import Language, Text, all_of
from xlnono.model.board import Cell
from xlnono.model.steps import Position
from xlnono.render.film import Film, Fixed, Unit
from xlnono.render.looks import (
    DEED,
    HIGHLIGHTS,
    PAGE_COLOURS,
    Plan,
)
from xlnono.render.svg import band, board_svg, plan_of

_FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0, 10.0)
_LARGEST = 36
"""The largest size of a cell in pixels, in windows of any width."""

PUBLISHED_PAGE = "https://xlnono.github.io/xlnono/solve.html"
"""The published copy of the web page, as `[project.urls]` names it."""
_WORDS: dict[str, Text] = {
    "play": Text("Play", "再生"),
    "pause": Text("Pause", "一時停止"),
    "first": Text("To the start", "最初へ"),
    "back": Text("One step back", "1手戻る"),
    "forward": Text("One step forward", "1手進む"),
    "end": Text("To the end", "最後へ"),
    "place": Text("Place in the solution", "再生位置"),
    "number": Text("Step", "手順"),
    "legend": Text("Colours", "色の意味"),
    "new": Text("new", "新しいマス"),
    "evidence": Text("evidence", "根拠のマス"),
    "range": Text("where a block can lie", "数字が入りうる範囲"),
    "assumed": Text("assumed", "仮定したマス"),
    "follows": Text("follows from that", "仮定から決まるマス"),
    "impossible": Text("impossible", "矛盾するマス"),
    "singly": Text("One deduction at a time", "推理を1つずつ見る"),
    "speed": Text("Speed", "速さ"),
    "steps": Text("{speed:g} steps per second", "毎秒 {speed:g} 手"),
    "cells": Text("{speed:g} cells per second", "毎秒 {speed:g} マス"),
    "one of steps": Text("1 step per second", "毎秒 1 手"),
    "one of cells": Text("1 cell per second", "毎秒 1 マス"),
    "naming": Text("R5C3 is the cell in row 5, column 3.", "R5C3 は 5 行目・3 列目のマスです。"),
    "keys": Text(
        "Keys: Space to play or pause, ← and → for one step, Home and End for the start and end.",
        "キー: スペースで再生と一時停止、←と→で1手ずつ、Home と End で最初と最後へ。",
    ),
    "board": Text("Board of {title}", "{title} の盤面"),
    "own": Text("Solve your own puzzles", "自分の問題を解く"),
    "noscript": Text(
        "The replay needs JavaScript, which is turned off in this browser.",
        "再生には JavaScript が必要ですが、このブラウザーでは無効になっています。",
    ),
}


def _places(film: Film, cells: Iterable[Position]) -> list[int]:
    return [row * film.puzzle.width + column for row, column in sorted(cells)]


def _by_colour(film: Film, fixed: Fixed) -> dict[str, list[int]]:
    return {
        name: _places(film, ((row, column) for row, column, cell in fixed if cell is colour))
        for name, colour in (("black", Cell.BLACK), ("white", Cell.WHITE))
    }


def _relied(film: Film, evidence: Fixed, ranges: Iterable[Position]) -> dict[str, object]:
    return {"relied": _by_colour(film, evidence), "ranges": _places(film, ranges)}


def _links(film: Film, plan: Plan, number: int) -> Iterator[dict[str, object]]:
    for part, link in enumerate(film.links(number), 1):
        yield {
            **film.caption_of_link(number, part, link)._asdict(),
            "band": "" if link.line is None else band(plan, link.line),
            "supposed": _by_colour(film, link.fixed),
            "evidence": _places(film, link.evidence),
            **_relied(film, film.known_of(link.evidence), link.ranges),
            "impossible": link.impossible,
        }


def _scenes(film: Film, plan: Plan) -> list[dict[str, object]]:
    scenes: list[dict[str, object]] = []
    for number in range(film.last + 1):
        line = film.line(number)
        scenes.append(
            {
                **film.caption(number)._asdict(),
                "band": "" if line is None else band(plan, line),
                **_by_colour(film, film.fixed(number)),
                **_relied(film, film.evidence(number), film.ranges(number)),
                "done": film.deductions(number),
                "links": list(_links(film, plan, number)),
            }
        )
    return scenes


def _data(film: Film, unit: Unit) -> str:
    """The data for the page's script, as JSON that cannot close the script element."""
    plan, words = plan_of(film.puzzle), all_of(_WORDS, film.language)
    singly = Film(film.solution, film.title, film.language, singly=True)
    data = {
        "left": plan.left,
        "top": plan.top,
        "cell": plan.cell,
        "width": film.puzzle.width,
        "unit": unit,
        "play": words["play"],
        "pause": words["pause"],
        "scenes": _scenes(film, plan),
        "singly": _scenes(singly, plan),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _speeds(speed: float, unit: Unit, language: Language) -> str:
    return "".join(
        f'<option value="{speed * factor!r}"{" selected" if factor == 1 else ""}>'
        f"{_speed(speed * factor, unit, language)}</option>"
        for factor in _FACTORS
    )


def _speed(speed: float, unit: Unit, language: Language) -> str:
    key = f"one of {unit}" if speed == 1 else unit
    return _WORDS[key].of(language, speed=speed)


def _solutions(film: Film) -> str:
    """The section with two solutions, if there are several."""
    if not film.alternatives:
        return ""
    plan = plan_of(film.puzzle)
    heading, legend = map(escape, film.said_of_alternatives())
    figures = "\n".join(
        f"<figure>\n<figcaption>{escape(one.heading)}</figcaption>\n"
        f"{board_svg(plan, one.board, None, one.differing, one.heading, film.title)}</figure>"
        for one in film.alternatives
    )
    return (
        f'<section id="solutions">\n<h2>{heading}</h2>\n<p class="quiet">{legend}</p>\n'
        f'<div class="pair">\n{figures}\n</div>\n</section>'
    )


def html(film: Film, speed: float, unit: Unit) -> bytes:
    """The page, playing `speed` steps or cells per second until the reader changes that."""
    words, caption = all_of(_WORDS, film.language), film.caption(0)
    plan = plan_of(film.puzzle)
    board = board_svg(
        plan, film.log.start, None, (), words["board"].format(title=film.title), film.summary()
    )
    texts = {
        **words,
        "own_page": PUBLISHED_PAGE,
        "language": film.language,
        "title": film.title,
        "summary": film.summary(),
        "heading": caption.heading,
        "sentence": caption.sentence,
        "last": str(film.last),
        "wide": str(plan.width * _LARGEST // plan.cell),
        **PAGE_COLOURS,
        "deed": DEED,
        **{f"{name}_colour": colour for name, colour in HIGHLIGHTS.items()},
    }
    parts = {name: escape(value) for name, value in texts.items()}
    parts["board"] = board
    parts["solutions"] = _solutions(film)
    parts["supposing"] = "" if any(map(film.links, range(film.last + 1))) else " hidden"
    parts["speeds"] = _speeds(speed, unit, film.language)
    parts["data"] = _data(film, unit)
    template = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template).encode()
