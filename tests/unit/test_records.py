"""Our named tuples do what those of the standard library do."""

from __future__ import annotations

import copy
import pickle
from inspect import signature
from typing import TYPE_CHECKING
from typing import NamedTuple as Standard

import pytest

from xlnono.records import NamedTuple


class Ours(NamedTuple):
    """A cell and its text."""

    row: int
    column: int = 2
    text: str = ""

    @property
    def place(self) -> tuple[int, int]:
        return self.row, self.column


if TYPE_CHECKING:
    Theirs = Ours
else:

    class Theirs(Standard):
        """A cell and its text."""

        row: int
        column: int = 2
        text: str = ""


class One(NamedTuple):
    value: int


def test_values_are_given_in_order_or_by_name() -> None:
    assert Ours(1) == (1, 2, "") == Ours(row=1)
    assert Ours(3, 4, text="a") == (3, 4, "a")
    assert One(5) == (5,)
    assert Ours(7, 8).place == (7, 8)


@pytest.mark.parametrize("wrong", [(), (1, 2, "", 4)])
def test_missing_and_surplus_values_are_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        Ours(*wrong)  # type: ignore[arg-type]


def test_everything_else_is_as_with_the_standard_library() -> None:
    ours, theirs = Ours(1, text="a"), Theirs(1, text="a")
    assert ours == theirs
    assert hash(ours) == hash(theirs)
    assert repr(ours).replace("Ours", "Theirs") == repr(theirs)
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(row=5) == theirs._replace(row=5) == (5, 2, "a")
    assert Ours._make([1, 2, "b"]) == Theirs._make([1, 2, "b"])
    for name in ("_fields", "_field_defaults", "__match_args__", "__doc__", "__slots__"):
        assert getattr(Ours, name) == getattr(Theirs, name)
    assert [*signature(Ours).parameters] == [*signature(Theirs).parameters]
    with pytest.raises(ValueError, match="unexpected field names"):
        ours._replace(nothing=1)
    with pytest.raises(AttributeError):
        ours.row = 2  # type: ignore[misc]


def test_it_is_copied_pickled_and_matched() -> None:
    ours = Ours(1, 2, "a")
    for again in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert again == ours
        assert type(again) is Ours
    match ours:
        case Ours(row, column, text=text):
            assert (row, column, text) == (1, 2, "a")
