"""Finds phrases that read like a translation, in everything written in English.

    python tools/phrases.py [--count] [FILE...]

Reads the documentation, and of the code the texts, docstrings and comments. Prints FILE:LINE, the
phrase and what to write instead, or with `--count` the number of matches for each phrase. The exit
code is 1 if there are any. FILE selects files (default: all that git tracks).
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Phrase(NamedTuple):
    """A phrase to avoid, what to write instead, and how to find it (default: as it stands)."""

    name: str
    better: str
    pattern: str = ""


_THERE = r"(?P<fine>\bthere (?:is|are|was|were) no\b)|"
_START = r"(?:^|(?<=[.!?:] ))"
_VERBS = "is|are|was|were|has|have|does|do|gets?|stays?|goes|comes|needs?"

PHRASES = (
    # Sentences
    Phrase(
        "X is no Y",
        "X is not a Y",
        _THERE + r"\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|matter\b)",
    ),
    Phrase("is none of", "is not one of", r"\b(?:is|are|was|were|be) none of\b"),
    Phrase("Who gets …", "Anyone you …", rf"{_START}Who(?:ever)? \w+s\b(?![^.]*\?)"),
    Phrase(
        "What lies … is …",
        "name the thing",
        rf"{_START}What (?:lies|stands|comes|goes|happens|belongs|is)\b"
        rf"(?:(?!\n\n)[^.,;:?|])*? (?:{_VERBS})\b"
        r"(?![^.]*\?)",
    ),
    Phrase("of what", "name the thing"),
    Phrase("for they are", "because", r"\bfor (?:they|it|there) (?:is|are|was|were|has|have)\b"),
    # Expressions
    Phrase("unless told", "(default: …)"),
    Phrase("passed by", "skipped, ignored", r"\bpass(?:es|ed|ing)? by\b"),
    Phrase("in hand", "in progress, current"),
    Phrase("goes on", "continues", r"\bgo(?:es|ing)? on\b|\bwent on\b"),
    Phrase("whatever its name says", "despite its name"),
    Phrase("dear", "expensive, slow"),
    Phrase("stumbled over", "internal error in", r"\bstumbled? over\b"),
    Phrase("mistake of xlnono", "bug in xlnono"),
    Phrase("sign of life", "progress"),
    Phrase("given up", "gave up on …", r"\b(?:is|are|was|were|be) given up\b|\bgive that up\b"),
    Phrase("marked wrongly", "wrong cells"),
    Phrase("written over itself", "would overwrite its source"),
    Phrase("how far it was", "position, progress", r"\bhow far (?:it|they) (?:is|are|was|were)\b"),
    Phrase("speaks with", "the user interface of", r"\bspeaks? with\b"),
    Phrase("out of nowhere", "unexpectedly"),
    Phrase("all they have to say", "propagated to a fixpoint", r"\bhave (?:said all|all they)\b"),
    # One word for one idea
    Phrase("clash", "contradiction", r"\bclash(?:es|ed|ing)?\b"),
    Phrase("no arrangement left", "contradiction", r"\bno arrangement (?:is )?left\b"),
    Phrase("nothing fits", "contradiction"),
    Phrase("fits any more", "contradiction", r"\bfits? (?:\S+ )?any ?more\b"),
    Phrase("cannot be satisfied", "contradiction"),
    Phrase("fit none of", "match no …", r"\bfits? none of\b"),
    Phrase("told", "reported, set, given, shown", r"\btold\b"),
    Phrase(
        "tells",
        "shows, says",
        r"\b(?:it|that|which|who|file|sheet|line|log|table|title|xlnono|board|cell|step|head|clock)"
        r" tells?\b",
    ),
    Phrase("says whether", "checks that"),
    Phrase("analyse", "analyze", r"\banalys(?:e|es|ed|ing)\b"),
)

NAMES = {
    "Wish": "Options",
    "Trouble": "Problem, Error",
    "Onlooker": "Listener",
    "Desk": "PressContext",
    "deaf": "ignores_input",
    "foretell": "predict",
    "foretold": "predicted",
    "told": "reported, given",
    "kept": "stored",
    "lost": "dropped, failed",
    "begun": "started",
}
"""Names that a stranger would not guess, and better ones."""

ENGLISH = {".md", ".py", ".hpp", ".cpp", ".bas", ".html", ".xml", ".toml", ".yml", ".yaml", ""}
SKIPPED = re.compile(
    r"\.ja\.md$|^CHANGELOG\.md$|^(?:LICENSE|NOTICE)$|^docs/solve\.html$|^tools/phrases\.py$|^tests/unit/test_phrases\.py$|\.gitignore$"
)
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_COMMENT_SIGN = re.compile(r"^[ \t]*(?://|#+|'|<!--|>)[ \t]?", re.MULTILINE)


class Passage(NamedTuple):
    """A piece of a file, and the number of its first line."""

    line: int
    text: str


def _blanked(match: re.Match[str]) -> str:
    """As many lines without words."""
    return "`" + "\n" * match[0].count("\n")


class Match(NamedTuple):
    """Where a phrase was found, and what to write instead."""

    file: str
    line: int
    found: str
    better: str
    phrase: str


def _comments(source: str) -> Iterator[Passage]:
    """Comments; those on lines that follow each other are one passage."""
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if token.start[0] != last + 1 and block:
            yield Passage(last - len(block) + 1, "\n".join(block))
            block = []
        block.append(token.string.lstrip("# "))
        last = token.start[0]
    if block:
        yield Passage(last - len(block) + 1, "\n".join(block))


def _of_python(source: str) -> Iterator[Passage]:
    """Every text of a module, docstrings among them, and its comments."""
    for node in ast.walk(ast.parse(source)):
        # A single word is a key, not a sentence.
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield Passage(node.lineno, node.value)
    yield from _comments(source)


def _passages(path: Path) -> Iterator[Passage]:
    source = path.read_text("utf-8")
    pieces = _of_python(source) if path.suffix == ".py" else [Passage(1, source)]
    for line, text in pieces:
        # Code, such as the name of a field, is not English.
        yield Passage(line, _CODE.sub(_blanked, _COMMENT_SIGN.sub("", text)))


def _pattern(phrase: Phrase) -> re.Pattern[str]:
    """A phrase may be broken over two lines at a space."""
    pattern = phrase.pattern or rf"\b{re.escape(phrase.name)}\b".replace(r"\ ", " ")
    # What stands before a place is looked for with a fixed width.
    parts = re.split(r"(\(\?<[!=][^)]*\))", pattern)
    spaced = [part.replace(" ", r"\s+" if k % 2 == 0 else r"\s") for k, part in enumerate(parts)]
    return re.compile("".join(spaced), re.IGNORECASE | re.MULTILINE)


PATTERNS = [(phrase, _pattern(phrase)) for phrase in PHRASES]


def _names(source: str) -> Iterator[tuple[int, str]]:
    """The names that a module gives to things."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def matches(path: Path) -> Iterator[Match]:
    """Every phrase and name to avoid in a file."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
    for passage in _passages(path):
        for phrase, pattern in PATTERNS:
            for match in pattern.finditer(passage.text):
                if match.groupdict().get("fine"):
                    continue
                line = passage.line + passage.text.count("\n", 0, match.start())
                found = " ".join(match[0].split())
                yield Match(name, line, found, phrase.better, phrase.name)
    if path.suffix == ".py":
        for line, given in _names(path.read_text("utf-8")):
            if better := NAMES.get(given.strip("_")):
                yield Match(name, line, given, better, f"the name {given.strip('_')}")


def _tracked() -> list[Path]:
    """The files in English that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = listed.stdout.decode().split("\0")[:-1]
    return [
        ROOT / name for name in names if Path(name).suffix in ENGLISH and not SKIPPED.search(name)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--count", action="store_true", help="print the number of matches only")
    words = parser.parse_args()
    found = [match for path in words.files or _tracked() for match in matches(path)]
    if words.count:
        counts = Counter(match.phrase for match in found)
        for phrase, count in counts.most_common():
            print(f"{count:5}  {phrase}")
        print(f"{len(found):5}  in total")
    else:
        for match in sorted(found):
            print(f"{match.file}:{match.line}: “{match.found}” (better: {match.better})")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
