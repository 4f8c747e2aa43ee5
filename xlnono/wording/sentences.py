"""The reason for a step, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xlnono.language import COMMA, Language, Text
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import BlockBounds, Branch, Log, Position, Step, Technique, Visit
from xlnono.records import NamedTuple
from xlnono.wording.cell_names import Names
from xlnono.wording.clauses import NamedLine, StepWording
from xlnono.wording.impossible import impossible_in_words
from xlnono.wording.parts import COLOURS, fixed_cells, listed

_ASSUMED_SHOWN = 12
"""If there are more assumptions than this, the innermost ones are only counted."""

_THEN = Text("; then ", "。次に、")
_ALSO = Text("; ", "。")
_END = Text(".", "。")

_ASSUMED = Text("{cell} is {colour}", "{cell}を{colour}")
_MORE_ASSUMED = Text("{assumed} and {count} more", "{assumed}(ほか{count}マス)")
_LINK = Text("from {line}, {fixed}", "{line}から{fixed}")
_LINK_SEPARATOR = Text("; ", "、")
_LINKS = Text("{links}; ", "{links}となり、")
_CHAIN = Text(
    "{assumed}: {links}then {impossible}",
    "{assumed}と仮定すると、{links}{impossible}",
)
_CONTRADICTION = Text("Suppose {chain}. So {fixed}.", "{chain}。よって{fixed}。")
_NESTED = Text(
    "Suppose {assumed}: {count} contradictions inside, then {impossible}. So {fixed}.",
    "{assumed}と仮定すると、その中で{count}回矛盾し、さらに{impossible}。よって{fixed}。",
)
_NESTED_ONCE = Text(
    "Suppose {assumed}: one contradiction inside, then {impossible}. So {fixed}.",
    "{assumed}と仮定すると、その中で1回矛盾し、さらに{impossible}。よって{fixed}。",
)
_RECURSION = Text(
    "With the opposite colour, all {refuted} cases end in a contradiction, with up to {depth} "
    "assumptions. The shortest: suppose {chain}. So {fixed}.",
    "反対の色で場合分けすると、{refuted}通り(仮定は最大{depth}段)がすべて矛盾する。"
    "最短の例: {chain}。よって{fixed}。",
)
_SEARCH = Text(
    "{fixed}: otherwise the clues would contradict each other, as a search proved in {count} "
    "statements. “xlnono solve FILE” writes the proof beside the workbook, and "
    "“xlnono verify FILE” checks it.",
    "{fixed}。そうでなければヒントどうしが矛盾することを、探索が{count}個の命題で証明した。"
    "証明は「xlnono solve FILE」でブックの隣に書き出され、"
    "「xlnono verify FILE」で確かめられる。",
)


def assumed_in_words(branch: Branch, names: Names, language: Language) -> str:
    """The assumptions of a branch; the innermost of very many are only counted."""
    parts = [
        _ASSUMED.of(language, cell=names.cell(row, column), colour=COLOURS[cell])
        for row, column, cell in branch.assumed[:_ASSUMED_SHOWN]
    ]
    if more := len(branch.assumed) - len(parts):
        assumed = COMMA.of(language).join(parts)
        return _MORE_ASSUMED.of(language, assumed=assumed, count=more)
    return listed(parts, language)


def _chain(branch: Branch, puzzle: Puzzle, names: Names, language: Language) -> str:
    links = [
        _LINK.of(language, line=link.line, fixed=fixed_cells(link.fixed, names, language))
        for link in branch.chain
    ]
    joined = _LINK_SEPARATOR.of(language).join(links)
    return _CHAIN.of(
        language,
        assumed=assumed_in_words(branch, names, language),
        links=_LINKS.of(language, links=joined) if links else "",
        impossible=impossible_in_words(branch.impossible, puzzle, names, language),
    )


class Reasons(NamedTuple):
    """The reasons for all steps of a visit as one thought, and for each of them by itself."""

    visit: str
    steps: Sequence[str]


def reasons(log: Log | None, puzzle: Puzzle, names: Names, language: Language) -> list[Reasons]:
    """The reasons for all visits of a log; log and replay share them, as making them is slow."""
    return [_reasons(visit, puzzle, names, language) for visit in (log.visits if log else ())]


def why(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    """The reason for a step, with the blocks that it is about, in a sentence or two."""
    return why_visit(Visit(step.line, (step,)), puzzle, names, language)


def why_visit(visit: Visit, puzzle: Puzzle, names: Names, language: Language) -> str:
    """The reasons for all steps of a visit as one thought."""
    return _reasons(visit, puzzle, names, language).visit


def _reasons(visit: Visit, puzzle: Puzzle, names: Names, language: Language) -> Reasons:
    if visit.line is None:
        said = _assuming(visit.steps[0], puzzle, names, language)
        return Reasons(said, (said,))
    line = NamedLine(visit.line, puzzle, names, language)
    also = _ALSO.of(language)
    wording = StepWording(visit.steps[0], line)
    said = also.join(wording.clauses())
    singly = [_sentence(said, language)]
    new: set[Position] = set()
    places: set[BlockBounds] = set()
    for before, step in pairwise(visit.steps):
        new.update([(row, column) for row, column, _ in before.fixed])
        places.update(wording.stated)
        wording = StepWording(step, line, places)
        clauses = also.join(wording.clauses())
        said += (also if new.isdisjoint(step.evidence) else _THEN.of(language)) + clauses
        if wording.refers_back:
            clauses = also.join(StepWording(step, line).clauses())
        singly.append(_sentence(clauses, language))
    return Reasons(_sentence(said, language) if len(singly) > 1 else singly[0], singly)


def _sentence(clauses: str, language: Language) -> str:
    return clauses[0].upper() + clauses[1:] + _END.of(language)


def _assuming(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    """The reason for a contradiction, a nested one or a search."""
    fixed = fixed_cells(step.fixed, names, language)
    if step.proof is not None:
        return _SEARCH.of(language, count=len(step.proof.statements), fixed=fixed)
    branch = step.branches[0]
    if step.technique is Technique.NESTED_CONTRADICTION:
        inside = sum(link.line is None for link in branch.chain)
        return (_NESTED if inside > 1 else _NESTED_ONCE).of(
            language,
            assumed=assumed_in_words(branch, names, language),
            count=inside,
            impossible=impossible_in_words(branch.impossible, puzzle, names, language),
            fixed=fixed,
        )
    sentence = _CONTRADICTION if step.technique is Technique.CONTRADICTION else _RECURSION
    return sentence.of(
        language,
        refuted=step.refuted,
        depth=step.depth,
        chain=_chain(branch, puzzle, names, language),
        fixed=fixed,
    )
