"""Checks that every reader of puzzle files ends with a puzzle or with one of xlnono's errors.

    python fuzz/puzzle_files.py --runs 20000 --seed 1

writes small puzzles in every format, adds examples of the formats that are only read, and the files
of `--corpus`; changes their bytes at random or swaps their words; and gives each result to the
reader of its own format and to that of every other. A run that ends otherwise, takes longer than
5 seconds, or yields a puzzle that a writer cannot write, is reported with the file that shows it.
The same seed gives the same runs.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from mutations import changed_bytes

from xlnono import Grid, Puzzle, XlnonoError
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.formats.registry import FORMATS, read

SECONDS = 5
LARGEST_WRITTEN = 10_000
"""The cells of the largest puzzle that is written again."""
PICTURES = ("#", "##. ..# #.#", "#..# #### #.## .##. ....", ".... .... #.#.")
ABOUT = About("A title", "N. N.", "© 2026", "CC0-1.0", "fuzz #1", "<&> “”")
TEXTS = (
    "3 3\n2\n1\n1 1\n1 1\n1\n2\n",
    "2\n3 3\n2 0\n1 0\n1 1 0\n1 1 0\n1 0\n2 0\n1 1\n0\n0\n",
    "[clues]\ncolumns =\n  1 1\n  # five\n  1, 2 ; two\nrows = 2\n  '1'\n  1 1,\n[colors]\n",
    '[clues]\nrows = """\n2, 1\n1 1\n"""\ncolumns = """1 1, 1\n2"""\n[colors]\ndefs = []\n',
    "# x\nGRID A\nROWS\n[ 2 ]\n[ 1 ]\n[ 1 1 ]\nCOLUMNS\n[ 1 1 ]\n[ 1 ]\n[ 2 ]\n",
    "GRID 1: A\n  Size: 3x3\n  Solution nb 1:\n  ##.\n  ..#\n  #.#\n\n  Difficulty: LINE\n",
    "Rows\n2\n1\n1 1\nColumns\n1 1\n1\n2\n",
    "3\n3\n2\n1\n1 1\n\n1 1\n1\n2\n",
)
WORDS = tuple(
    word.encode()
    for word in (
        *("0", "1", "7", "-1", "1.5", "99999", "999999999999", "９", "?", "2a", "#", ".", ",", "/"),
        *("\n", "\n\n", "\r", "\t", " ", '"', "'", "[", "]", "{", "}", "<", ">", "&", "&eacute;"),
        *("rows", "columns", "width 99999", "goal", "====", "color a", "null", "true", "GRID"),
        *("<!ENTITY a 'b'>", "<count>", "</line>", "\ufeff", "\0"),
    )
)


def corpus(folder: Path | None) -> list[tuple[bytes, str]]:
    """The files to change, with their endings."""
    found = [(text.encode(), ".txt") for text in TEXTS]
    for picture in PICTURES:
        grid = Grid.from_text(picture)
        puzzle = PuzzleFile(Puzzle.of(grid), ABOUT, grid)
        found += [(form.write(puzzle), form.suffixes[0]) for form in FORMATS if form.write]
    paths = sorted(path for path in folder.rglob("*") if path.is_file()) if folder else []
    return [*found, *((path.read_bytes(), path.suffix) for path in paths)]


def changed(content: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.4:
        return changed_bytes(content, rng)
    for _ in range(rng.choice((1, 1, 2, 5))):
        start = rng.randrange(len(content) + 1)
        end = start + rng.choice((0, 0, 1, 3, 20))
        content = content[:start] + rng.choice(WORDS) + content[end:]
    return content


def outcome(content: bytes, suffix: str) -> str:
    """What reading ends with. Any exception but XlnonoError is a defect."""
    try:
        found = read(content, suffix)
    except XlnonoError as error:
        for language in ("en", "ja"):
            error.text(language).encode()
        return error.single()[0].code
    for each in found:
        if each.puzzle.height * each.puzzle.width <= LARGEST_WRITTEN:
            for form in FORMATS:
                if form.write is not None and (each.goal is not None or not form.only_picture):
                    (again,) = read(form.write(each), form.suffixes[0])
                    assert again.puzzle == each.puzzle, form.name.en
    return "puzzle"


def _stop(*_: object) -> None:
    raise TimeoutError("not done in time")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path)
    wanted = parser.parse_args()
    seeds, outcomes, defects = corpus(wanted.corpus), Counter[str](), 0
    endings = sorted({suffix for form in FORMATS for suffix in form.suffixes})
    folder = Path(tempfile.mkdtemp(prefix="xlnono-fuzz-"))
    signal.signal(signal.SIGALRM, _stop)
    for run in range(wanted.first, wanted.first + wanted.runs):
        rng = random.Random(f"{wanted.seed} {run}")
        content, suffix = rng.choice(seeds)
        content = changed(content, rng)
        suffix = rng.choice((suffix, suffix, rng.choice(endings)))
        signal.alarm(SECONDS)
        try:
            outcomes[outcome(content, suffix)] += 1
        except Exception:
            defects += 1
            path = folder / f"{wanted.seed}-{run}{suffix}"
            path.write_bytes(content)
            print(f"{path}:\n{traceback.format_exc()}", flush=True)
        finally:
            signal.alarm(0)
    print(f"{wanted.runs} runs, {defects} defects")
    for code, count in outcomes.most_common():
        print(f"{count:8} {code}")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
