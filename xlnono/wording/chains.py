"""The wording of a contradiction link by link: the assumption, what follows, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from xlnono.language import Language, Text
from xlnono.model.board import Cell, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Position, Step
from xlnono.records import NamedTuple
from xlnono.wording.cell_names import Names
from xlnono.wording.impossible import impossible_in_words
from xlnono.wording.sentences import assumed_in_words, why
from xlnono.wording.terms import technique_name

_ASSUMPTION = Text("assumption", "仮定")
_CONTRADICTION = Text("contradiction", "矛盾")
_SUPPOSE = Text("Suppose {assumed}.", "{assumed}と仮定する。")
_SENTENCE = Text("{said}.", "{said}。")


class LinkInWords(NamedTuple):
    """An assumption, a link that follows from it, or the contradiction that it leads to.

    `line` is None for an assumption and for a contradiction `inside` it. `name` is that of the
    technique. `fixed` are the cells that are assumed or follow, `evidence` those relied on,
    `ranges` the cells in which the blocks it is about can lie, and `said` is the reason, in
    sentences. The contradiction is `impossible`.
    """

    line: Line | None
    name: str
    fixed: tuple[tuple[int, int, Cell], ...]
    evidence: tuple[Position, ...]
    said: str
    ranges: frozenset[Position] = frozenset()
    impossible: bool = False
    inside: Step | None = None


def chain_in_words(
    step: Step, puzzle: Puzzle, names: Names, language: Language
) -> Iterator[LinkInWords]:
    """Every link of a contradiction, or of the shortest case of a search."""
    if not step.branches:
        return
    branch = step.branches[0]
    said = _SUPPOSE.of(language, assumed=assumed_in_words(branch, names, language))
    yield LinkInWords(None, _ASSUMPTION.of(language), branch.assumed, (), said)
    for link in branch.chain:
        name = technique_name(link.technique, language)
        said = why(link, puzzle, names, language)
        inside = link if link.branches else None
        yield LinkInWords(
            link.line, name, link.fixed, link.evidence, said, link.ranges, inside=inside
        )
    said = impossible_in_words(branch.impossible, puzzle, names, language)
    yield LinkInWords(
        branch.contradiction,
        _CONTRADICTION.of(language),
        (),
        tuple((row, column) for row, column, _ in branch.impossible.evidence),
        _SENTENCE.of(language, said=said[0].upper() + said[1:]),
        impossible=True,
    )
