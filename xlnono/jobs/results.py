"""The result of a workbook in a batch: small, plain, and the same in a file as in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from xlnono.jobs.corrections import TypingMistakes, typing_mistakes_of
from xlnono.jobs.fields import count, number, text
from xlnono.jobs.picture_repairs import PictureRepairs, picture_repairs_of
from xlnono.language import LANGUAGES, Language
from xlnono.model.solution import HARDEST_RATING, Explained, Grade, Outcome
from xlnono.records import NamedTuple

_GRADES = ("grade", "at_least")
"""What a line of JSON has for its readers; the ratings say it already."""
_Checked = TypeVar("_Checked")


class PuzzleResult(NamedTuple):
    """The result of one puzzle. `grid` is the address of its grid.

    `rating` (1.0 to 10.0) and `score` (the effort) are those of its Difficulty. They are set if the
    puzzle has exactly one solution and was explained and rated completely; if the time ran out
    before, `rating_at_least` is a lower bound of the rating, if one is certain. `rounds` is set if
    there is a rating and lines alone solve the puzzle. `explained`, `steps` and `deductions` are
    None if there is no log; a step is a visit of a line with one or more deductions. `seconds` is
    the solving time. `engine` names the engine that decided. `picture` has a text for each row:
    # black, . white, ? not known.
    """

    sheet: str
    height: int
    width: int
    outcome: Outcome
    rating: float | None
    score: float | None
    rating_at_least: float | None
    rounds: int | None
    explained: Explained | None
    steps: int | None
    seconds: float
    engine: str
    picture: tuple[str, ...]
    grid: str | None = None
    deductions: int | None = None

    @property
    def grade(self) -> Grade | None:
        return None if self.rating is None else Grade.of(self.rating)

    @property
    def at_least(self) -> Grade | None:
        """The grade of `rating_at_least`."""
        return None if self.rating_at_least is None else Grade.of(self.rating_at_least)


class Mistake(NamedTuple):
    """An error, with what to do about it, in each language.

    `sheet` and `cell` are None if it concerns the whole workbook or sheet. `grid` is set if the
    sheet has several puzzles and it concerns one of them.
    """

    code: str
    sheet: str | None
    cell: str | None
    messages: Mapping[Language, str]
    grid: str | None = None

    def message(self, language: Language) -> str:
        return self.messages[language]


class Result(NamedTuple):
    """The result of one workbook.

    `target` is the file that was written, or None. `seconds` is the time from opening
    to closing. `puzzles` are in the order of the sheets. `typing_mistakes` are those located in
    clues without a solution, `repairs` those of puzzles with several. `proof` is the file with the
    proofs of puzzles that needed a search, or None.
    """

    source: str
    target: str | None
    seconds: float
    puzzles: tuple[PuzzleResult, ...]
    mistakes: tuple[Mistake, ...]
    typing_mistakes: tuple[TypingMistakes, ...] = ()
    repairs: tuple[PictureRepairs, ...] = ()
    proof: str | None = None

    def to_json(self, *, ascii_only: bool = False) -> str:
        """One line of JSON; in ASCII, the encoding of its reader does not matter."""
        fields = self._asdict()
        fields["puzzles"] = [
            puzzle._asdict()
            | {
                "outcome": puzzle.outcome.value,
                "grade": None if puzzle.grade is None else puzzle.grade.value,
                "at_least": None if puzzle.at_least is None else puzzle.at_least.value,
                "explained": None if puzzle.explained is None else puzzle.explained.value,
            }
            for puzzle in self.puzzles
        ]
        fields["mistakes"] = [
            {
                "code": mistake.code,
                "sheet": mistake.sheet,
                "cell": mistake.cell,
                "grid": mistake.grid,
                **mistake.messages,
            }
            for mistake in self.mistakes
        ]
        fields["typing_mistakes"] = [each.fields() for each in self.typing_mistakes]
        fields["repairs"] = [each.fields() for each in self.repairs]
        return json.dumps(fields, ensure_ascii=ascii_only)

    @classmethod
    def from_json(cls, line: str) -> Result:
        """The result in a line of JSON. Raises ValueError if it is not valid."""
        return cls.from_fields(json.loads(line))

    @classmethod
    def from_fields(cls, fields: Any) -> Result:
        """The result in the fields of a line of JSON. Raises ValueError if they are not valid.

        Every field is checked, because the line may have been edited.
        """
        try:
            return cls(
                text(fields["source"]),
                _maybe(text, fields["target"]),
                number(fields["seconds"]),
                tuple(map(_puzzle, fields["puzzles"])),
                tuple(_mistake(it) for it in fields["mistakes"]),
                # Lines written by older versions do not have these.
                tuple(map(typing_mistakes_of, fields.get("typing_mistakes", ()))),
                tuple(map(picture_repairs_of, fields.get("repairs", ()))),
                _maybe(text, fields.get("proof")),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a result: {error}") from None


def _puzzle(fields: Any) -> PuzzleResult:
    puzzle = PuzzleResult(
        **{name: value for name, value in fields.items() if name not in _GRADES}
        | {
            "sheet": text(fields["sheet"]),
            "height": count(fields["height"]),
            "width": count(fields["width"]),
            "outcome": Outcome(fields["outcome"]),
            "rating": _maybe(_rating, fields["rating"]),
            "score": _maybe(number, fields["score"]),
            "rating_at_least": _maybe(_rating, fields["rating_at_least"]),
            "rounds": _maybe(count, fields["rounds"]),
            "explained": _maybe(Explained, fields["explained"]),
            "steps": _maybe(count, fields["steps"]),
            "seconds": number(fields["seconds"]),
            "engine": text(fields["engine"]),
            "picture": tuple(map(_row, fields["picture"])),
            # Lines written by older versions do not have these.
            "grid": _maybe(text, fields.get("grid")),
            "deductions": _maybe(count, fields.get("deductions")),
        }
    )
    height, *widths = len(puzzle.picture), *set(map(len, puzzle.picture))
    if puzzle.picture and (height, widths) != (puzzle.height, [puzzle.width]):
        raise ValueError("a picture of another size")
    return puzzle


def _mistake(fields: Any) -> Mistake:
    return Mistake(
        text(fields["code"]),
        _maybe(text, fields["sheet"]),
        _maybe(text, fields["cell"]),
        {language: text(fields[language]) for language in LANGUAGES},
        _maybe(text, fields.get("grid")),
    )


def _maybe(check: Callable[[Any], _Checked], value: Any) -> _Checked | None:
    return None if value is None else check(value)


def _row(value: Any) -> str:
    if text(value).strip("#.?"):
        raise ValueError("a row may only hold #, . and ?")
    return str(value)


def _rating(value: Any) -> float:
    if not Grade.EASY.lowest <= number(value) <= HARDEST_RATING:
        raise ValueError("not a rating from 1 to 10")
    return float(value)
