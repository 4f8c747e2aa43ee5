"""What people read about typing mistakes, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xlnono import Board, Grid, Outcome, Puzzle
from xlnono.engine.mistakes import locate_mistakes
from xlnono.language import Language
from xlnono.model.board import Axis, Line
from xlnono.model.mistakes import (
    ChangedClue,
    Correction,
    Mistake,
    MistakeKind,
    MistakeReport,
)
from xlnono.puzzle_sheet.layout import Layout
from xlnono.wording import (
    GridNames,
    correction_in_words,
    lines_in_words,
    no_room,
    report_in_words,
)

GRID = Grid.from_text("##.## #.#.. .#### #...# ##..#")
PUZZLE = Puzzle.of(GRID)
ON_SHEET = Layout.on_template((5, 5), (3, 3))


def row(number: int) -> Line:
    return Line(Axis.ROW, number - 1)


def column(number: int) -> Line:
    return Line(Axis.COLUMN, number - 1)


def changed(typed: dict[Line, tuple[int, ...]]) -> tuple[ChangedClue, ...]:
    return tuple(ChangedClue(line, clue, tuple(PUZZLE.clue(line))) for line, clue in typed.items())


def mistake(kind: MistakeKind, lines: list[Line], typed: dict[Line, tuple[int, ...]]) -> Mistake:
    return Mistake(kind, tuple(lines), changed(typed))


def correction(*mistakes: Mistake, mirrored: Correction | None = None) -> Correction:
    changes = tuple(change for each in mistakes for change in each.changes)
    return Correction(mistakes, changes, PUZZLE, GRID, 2.0, mirrored=mirrored)


def wrong(line: Line, *typed: int, kind: MistakeKind = MistakeKind.ONE_OFF) -> Correction:
    return correction(mistake(kind, [line], {line: typed}))


KINDS = MistakeKind
ROWS, COLUMNS = [row(k) for k in range(1, 6)], [column(k) for k in range(1, 6)]

SENTENCES = [
    *[
        (
            mistake(kind, [row(2)], {row(2): (1, 2)}),
            "Row 2: 1 1 instead of 1 2.",
            "2行目は 1 2 ではなく 1 1 です。",
        )
        for kind in (
            KINDS.ONE_OFF,
            KINDS.LOOK_ALIKE,
            KINDS.DROPPED,
            KINDS.DOUBLED,
            KINDS.SWAPPED,
            KINDS.SPLIT,
            KINDS.JOINED,
            KINDS.BACKWARDS,
            KINDS.FEW_OFF,
            KINDS.EXTRA,
            KINDS.OTHER,
        )
    ],
    (
        mistake(KINDS.OTHER, [column(3)], {column(3): ()}),
        "Column 3: 2 instead of an empty clue.",
        "3列目は 空欄 ではなく 2 です。",
    ),
    (
        mistake(KINDS.EXCHANGED, [column(4), column(5)], {column(4): (1, 3), column(5): (1, 1)}),
        "Columns 4 and 5 seem to be swapped.",
        "4列目と5列目が入れ替わっているようです。",
    ),
    (
        mistake(KINDS.MOVED, [row(3), row(2)], {row(2): (1,), row(3): (4, 1)}),
        "The 1 of row 3 seems to belong to row 2: row 2 is 1 1, and row 3 is 4.",
        "3行目の 1 は2行目の数字のようです。2行目は 1 1、3行目は 4 です。",
    ),
    (
        mistake(KINDS.LINE_MISSING, [row(4)], {row(4): (2, 1), row(5): ()}),
        "A row is missing between rows 3 and 4 (probably 1 1).",
        "3行目と4行目の間で1行抜けているようです(おそらく 1 1)。",
    ),
    (
        mistake(KINDS.LINE_MISSING, [column(1)], {column(1): (1, 1, 1), column(2): ()}),
        "A column is missing on the left of column 1 (probably 2 2).",
        "1列目の左で1列抜けているようです(おそらく 2 2)。",
    ),
    (
        mistake(KINDS.LINE_MISSING, [row(1)], {row(1): (1, 1), row(2): ()}),
        "A row is missing above row 1 (probably 2 2).",
        "1行目の上で1行抜けているようです(おそらく 2 2)。",
    ),
    (
        mistake(KINDS.LINE_MISSING, [row(5)], {row(5): ()}),
        "Row 5 has no clue (probably 2 1).",
        "5行目のヒントが抜けているようです(おそらく 2 1)。",
    ),
    (
        mistake(KINDS.LINE_REPEATED, [row(2), row(3)], {row(3): (1, 1), row(4): (4,)}),
        "Row 2 was typed twice, and the last row is missing (probably 2 1).",
        "2行目が2回入力され、最後の行が抜けているようです(おそらく 2 1)。",
    ),
    (
        mistake(KINDS.LINE_REPEATED, [column(2), column(3)], {column(2): (2,)}),
        "Column 3 was typed twice: column 2 is probably 1 1 1.",
        "3列目が2列目にも入力されているようです。2列目はおそらく 1 1 1 です。",
    ),
    (
        mistake(KINDS.LIST_REVERSED, ROWS, {row(1): (2, 1), row(5): (2, 2)}),
        "The rows seem to have been typed from bottom to top.",
        "行が下から上へ入力されているようです。",
    ),
    (
        mistake(KINDS.LIST_REVERSED, COLUMNS, {column(1): (1, 3)}),
        "The columns seem to have been typed from right to left.",
        "列が右から左へ入力されているようです。",
    ),
    (
        mistake(KINDS.ALL_BACKWARDS, ROWS, {row(5): (1, 2)}),
        "The numbers of every row seem to have been typed from right to left.",
        "どの行も、数字が右から左へ入力されているようです。",
    ),
    (
        mistake(KINDS.ALL_BACKWARDS, COLUMNS, {column(5): (3, 1)}),
        "The numbers of every column seem to have been typed from bottom to top.",
        "どの列も、数字が下から上へ入力されているようです。",
    ),
]


@pytest.mark.parametrize(("made", "english", "japanese"), SENTENCES)
def test_a_mistake_is_one_sentence(made: Mistake, english: str, japanese: str) -> None:
    one = correction(made)
    assert correction_in_words(one, GridNames(), "en") == english
    assert correction_in_words(one, GridNames(), "ja") == japanese


def test_every_kind_of_mistake_has_a_sentence() -> None:
    assert {made.kind for made, *_ in SENTENCES} == set(MistakeKind)


def test_the_cells_of_the_clues_are_named_on_a_sheet() -> None:
    names = ON_SHEET
    one = wrong(row(2), 1, 2)
    cells = names.clue(row(2)).address
    assert correction_in_words(one, names, "en") == f"Row 2 ({cells}): 1 1 instead of 1 2."
    assert correction_in_words(one, names, "ja") == f"2行目({cells})は 1 2 ではなく 1 1 です。"
    two = correction(mistake(KINDS.LINE_MISSING, [column(4)], {column(4): (1, 3), column(5): ()}))
    assert correction_in_words(two, names, "en") == (
        f"A column is missing between columns 3 and 4 ({names.clues([column(3), column(4)])}; "
        "probably 1 1)."
    )


def left_out(line: Line) -> Correction:
    return correction(mistake(KINDS.LINE_MISSING, [line], {}))


@pytest.mark.parametrize(
    ("line", "english", "japanese"),
    [
        (row(1), "above row 1 (probably 2 2)", "1行目の上で1行"),
        (row(4), "between rows 3 and 4 (probably 1 1)", "3行目と4行目の間で1行"),
        (row(5), "below row 4 (probably 2 1)", "4行目の下で1行"),
        (column(1), "on the left of column 1 (probably 2 2)", "1列目の左で1列"),
        (column(4), "between columns 3 and 4 (probably 1 1)", "3列目と4列目の間で1列"),
        (column(5), "on the right of column 4 (probably 1 3)", "4列目の右で1列"),
    ],
)
def test_the_place_of_a_line_that_was_left_out_is_named(
    line: Line, english: str, japanese: str
) -> None:
    one = left_out(line)
    words = correction_in_words(one, GridNames(), "en", sure=True)
    assert words == f"A {line.axis.value} is missing {english}."
    assert correction_in_words(one, GridNames(), "ja").startswith(f"{japanese}抜けているようです")
    # The line itself has no cells.
    last = correction_in_words(left_out(row(5)), ON_SHEET, "en")
    assert f"({ON_SHEET.clues([row(4)])}; probably 2 1)" in last


def test_a_line_for_which_the_grid_has_no_room_has_to_be_added_by_hand() -> None:
    (english,) = no_room(report(wrong(row(1), 3), left_out(column(5))), "en")
    assert english == (
        "The grid has no room for another column: add the missing one to the sheet by hand."
    )
    (japanese,) = no_room(report(left_out(row(2))), "ja")
    assert japanese == "盤面に空きがないので、抜けた行はシートに手で追加してください。"
    assert no_room(report(wrong(row(1), 3)), "en") == []


def report(*corrections: Correction, sure: bool = False) -> MistakeReport:
    return MistakeReport(Outcome.NONE, corrections, sure=sure)


def said(of: MistakeReport, language: Language = "en") -> list[str]:
    return report_in_words(of, GridNames(), language)


def test_a_sure_correction_says_what_is_proved_and_what_to_do() -> None:
    sure = report(wrong(column(5), 1, 2), wrong(row(1), 2), sure=True)
    assert said(sure) == [
        "Probably column 5: 1 3 instead of 1 2. With this clue the puzzle has exactly one "
        "solution. Please compare with your source."
    ]
    assert said(sure, "ja") == [
        "おそらく、5列目は 1 2 ではなく 1 3 です。このヒントなら、解はちょうど1つです。"
        "元の問題と見比べてください。"
    ]


def test_a_sure_mistake_in_several_clues_is_a_correction() -> None:
    swapped = correction(mistake(KINDS.EXCHANGED, [row(2), row(3)], {row(2): (4,), row(3): (1, 1)}))
    assert said(report(swapped, sure=True)) == [
        "Rows 2 and 3 seem to be swapped. With this correction the puzzle has exactly one "
        "solution. Please compare with your source."
    ]


def test_several_corrections_are_numbered() -> None:
    several = report(wrong(column(5), 1, 2), wrong(row(1), 2))
    assert said(several) == [
        "Possible corrections, the most plausible first:",
        "1. Column 5: 1 3 instead of 1 2.",
        "2. Row 1: 2 2 instead of 2.",
        "With each of them the puzzle has exactly one solution. Please compare with your source.",
    ]
    assert said(several, "ja") == [
        "考えられる訂正(可能性の高い順):",
        "1. 5列目は 1 2 ではなく 1 3 です。",
        "2. 1行目は 2 ではなく 2 2 です。",
        "どの訂正でも、解はちょうど1つになります。元の問題と見比べてください。",
    ]


def test_only_the_five_most_plausible_are_shown() -> None:
    lines = said(report(*(wrong(row(1), number) for number in range(1, 9))))
    assert lines[0] == "Possible corrections, the 5 most plausible of 8:"
    assert [line[:2] for line in lines[1:-1]] == ["1.", "2.", "3.", "4.", "5."]


def test_a_single_correction_that_is_not_sure_is_possible() -> None:
    assert said(report(wrong(row(1), 2)))[:2] == [
        "Possible correction:",
        "1. Row 1: 2 2 instead of 2.",
    ]


def test_two_mistakes_belong_together() -> None:
    both = correction(
        mistake(KINDS.SWAPPED, [row(5)], {row(5): (1, 2)}),
        mistake(KINDS.ONE_OFF, [column(5)], {column(5): (1, 4)}),
    )
    assert said(report(both))[:2] == [
        "No single correction is enough. These two together are possible:",
        "1. Row 5: 2 1 instead of 1 2, and column 5: 1 3 instead of 1 4.",
    ]
    assert said(report(both), "ja")[:2] == [
        "1か所の訂正では足りません。次の2か所の訂正が考えられます:",
        "1. 5行目は 1 2 ではなく 2 1 です。また、5列目は 1 4 ではなく 1 3 です。",
    ]


@pytest.mark.parametrize(
    ("first", "english", "japanese"),
    [
        (
            mistake(KINDS.LINE_MISSING, [row(1)], {row(1): (1, 1), row(2): (4,)}),
            "A row is missing above row 1 (probably 2 2); then, counting the missing row, "
            "row 2: 1 1 instead of 1 2.",
            "1行目の上で1行抜けているようです(おそらく 2 2)。さらに、抜けた行も数えると、"
            "2行目は 1 2 ではなく 1 1 です。",
        ),
        (
            mistake(KINDS.LINE_REPEATED, [row(3), row(4)], {row(4): (4,), row(5): (1, 1)}),
            "Row 3 was typed twice, and the last row is missing (probably 2 1); then, not "
            "counting the repetition, row 2: 1 1 instead of 1 2.",
            "3行目が2回入力され、最後の行が抜けているようです(おそらく 2 1)。さらに、"
            "重複を除いて数えると、2行目は 1 2 ではなく 1 1 です。",
        ),
        (
            mistake(KINDS.LIST_REVERSED, ROWS, {row(1): (2, 1), row(5): (2, 2)}),
            "The rows seem to have been typed from bottom to top; then, counting in the right "
            "order, row 2: 1 1 instead of 1 2.",
            "行が下から上へ入力されているようです。さらに、正しい順に数えると、"
            "2行目は 1 2 ではなく 1 1 です。",
        ),
        (
            mistake(KINDS.EXCHANGED, [row(1), row(2)], {row(1): (1, 2), row(2): (2, 2)}),
            "Rows 1 and 2 seem to be swapped; then, with these swapped back, row 2: 1 1 instead "
            "of 1 2.",
            "1行目と2行目が入れ替わっているようです。さらに、元の順に戻すと、"
            "2行目は 1 2 ではなく 1 1 です。",
        ),
        (
            mistake(KINDS.LINE_MISSING, [column(1)], {column(1): (1, 3), column(2): (1,)}),
            "A column is missing on the left of column 1 (probably 2 2); then row 2: 1 1 instead "
            "of 1 2.",
            "1列目の左で1列抜けているようです(おそらく 2 2)。さらに、2行目は 1 2 ではなく "
            "1 1 です。",
        ),
    ],
)
def test_it_is_said_how_lines_are_counted_that_another_mistake_has_moved(
    first: Mistake, english: str, japanese: str
) -> None:
    both = correction(first, mistake(KINDS.ONE_OFF, [row(2)], {row(2): (1, 2)}))
    assert correction_in_words(both, GridNames(), "en") == english
    assert correction_in_words(both, GridNames(), "ja") == japanese


def test_a_missing_column_is_counted_too() -> None:
    both = correction(
        mistake(KINDS.LINE_MISSING, [column(1)], {column(1): (1, 3), column(2): (1,)}),
        mistake(KINDS.ONE_OFF, [column(2)], {column(2): (1, 2)}),
    )
    counted = "; then, counting the missing column, column 2: 1 1 1 instead of 1 2."
    assert correction_in_words(both, GridNames(), "en").endswith(counted)
    counted = "さらに、抜けた列も数えると、2列目は 1 2 ではなく 1 1 1 です。"
    assert correction_in_words(both, GridNames(), "ja").endswith(counted)


def test_a_list_typed_from_the_wrong_end_is_named_with_its_mirror_image() -> None:
    clues = correction(mistake(KINDS.ALL_BACKWARDS, COLUMNS, {column(5): (3, 1)}))
    rows = correction(mistake(KINDS.LIST_REVERSED, ROWS, {row(1): (2, 1)}), mirrored=clues)
    assert said(report(rows, sure=True))[:3] == [
        "Probably one of these two:",
        "1. The rows seem to have been typed from bottom to top.",
        "2. The numbers of every column seem to have been typed from bottom to top (gives the "
        "mirror image of the one above).",
    ]
    assert said(report(rows, sure=True), "ja")[:3] == [
        "おそらく次のどちらかです:",
        "1. 行が下から上へ入力されているようです。",
        "2. どの列も、数字が下から上へ入力されているようです(上の訂正の鏡像になります)。",
    ]


def test_a_mistake_in_clues_of_both_axes_typed_from_the_wrong_end_is_is_said() -> None:
    rows, columns = [(3,), (2, 1), (1, 1), (3,), (1, 1, 1), (1, 1)], [(1, 2, 1), (1, 2), (3, 1)]
    found = locate_mistakes(rows, [*columns, (1, 2), (1, 1)], Board(6, 5), seconds=30)
    backwards = (
        "The numbers of every row seem to have been typed from right to left, and the numbers of "
        "every column seem to have been typed from bottom to top; then "
    )
    assert [line for line in said(found) if backwards in line] == [
        f"5. {backwards}rows 4 and 5 seem to be swapped."
    ]
    assert any(
        "どの行も、数字が右から左へ入力されているようです。また、どの列も、数字が下から上へ"
        "入力されているようです。さらに、4行目と5行目が入れ替わっているようです。" in line
        for line in said(found, "ja")
    )


def test_without_a_correction_the_lines_are_named_of_which_one_is_wrong() -> None:
    core = (row(2), *(column(k) for k in (1, 3, 5)))
    none = MistakeReport(Outcome.NONE, core=core)
    assert said(none) == ["At least one mistake is among row 2, and columns 1, 3 and 5."]
    assert said(none, "ja") == ["2行目、1・3・5列目の中に、少なくとも1つ間違いがあります。"]
    alone = replace(none, core=(column(3),), shorter=Axis.ROW)
    assert said(alone) == ["At least one mistake is in column 3, unless a row was left out."]
    assert said(alone, "ja") == ["抜けている行がなければ、3列目に、少なくとも1つ間違いがあります。"]


def test_nothing_is_certain_about_the_others_if_a_line_may_have_been_left_out() -> None:
    none = MistakeReport(Outcome.NONE, core=(row(6), column(5)), shorter=Axis.ROW)
    assert said(none) == [
        "At least one mistake is among row 6 and column 5, unless a row was left out."
    ]
    assert said(none, "ja") == [
        "抜けている行がなければ、6行目、5列目の中に、少なくとも1つ間違いがあります。"
    ]
    misfits = replace(none, misfits=(row(1), row(4)), shorter=Axis.COLUMN)
    assert said(misfits) == [
        "Several clues are wrong, unless a column was left out: those of rows 1 and 4 do not fit "
        "their lines."
    ]
    assert said(misfits, "ja") == [
        "抜けている列がなければ、複数のヒントが間違っています。"
        "1・4行目のヒントはその行や列に入りません。"
    ]
    both = correction(
        mistake(KINDS.SWAPPED, [row(5)], {row(5): (1, 2)}),
        mistake(KINDS.ONE_OFF, [column(5)], {column(5): (1, 4)}),
    )
    two = replace(report(both), only_line=row(5), shorter=Axis.ROW)
    assert (said(two)[0], said(two)[-1]) == (
        "No single correction is enough, unless a row was left out. These two together are "
        "possible:",
        "If just one clue is wrong and no row was left out, it is that of row 5.",
    )
    assert (said(two, "ja")[0], said(two, "ja")[-1]) == (
        "抜けている行がなければ、1か所の訂正では足りません。次の2か所の訂正が考えられます:",
        "抜けている行がなく、間違ったヒントが1つだけなら、それは5行目です。",
    )


def test_consecutive_lines_are_named_together() -> None:
    lines = [row(1), row(2), row(3), row(5), column(1), column(2)]
    assert lines_in_words(lines, "en") == "rows 1 to 3 and 5, and columns 1 and 2"
    assert lines_in_words([row(6), column(5)], "en") == "row 6 and column 5"
    assert lines_in_words(lines, "ja") == "1〜3・5行目、1・2列目"


def test_it_is_said_if_nothing_is_known() -> None:
    assert said(MistakeReport(Outcome.NONE)) == [
        "No correction of one or two typing mistakes was found."
    ]
    misfits = MistakeReport(Outcome.NONE, misfits=(row(1), row(4), column(2)))
    assert said(misfits) == [
        "Several clues are wrong: those of rows 1 and 4, and column 2 do not fit their lines."
    ]


def test_the_only_line_that_can_be_wrong_is_named_with_its_condition() -> None:
    only = replace(report(wrong(row(2), 3), wrong(row(2), 4)), only_line=row(2))
    assert said(only)[-1] == "If just one clue is wrong, it is that of row 2."
    assert said(only, "ja")[-1] == "間違ったヒントが1つだけなら、それは2行目です。"


def test_a_search_that_was_cut_short_says_so() -> None:
    some = replace(report(wrong(row(2), 3)), cut_short=True)
    assert said(some)[-1] == (
        "The search for typing mistakes ran out of time, so there may be other corrections."
    )
    assert said(some)[1] == "- Row 2: 1 1 instead of 3."
    none = MistakeReport(Outcome.NONE, cut_short=True)
    assert said(none) == ["The search for typing mistakes ran out of time."]


@pytest.mark.parametrize("outcome", [Outcome.MULTIPLE, Outcome.UNDECIDED, Outcome.UNIQUE])
def test_nothing_is_said_about_clues_that_may_be_right(outcome: Outcome) -> None:
    assert said(MistakeReport(outcome, cut_short=outcome is Outcome.UNDECIDED)) == []


def test_wrong_marks_are_named_as_cells() -> None:
    marks = MistakeReport(Outcome.UNIQUE, wrong_marks=((0, 0), (0, 1), (2, 2)))
    assert said(marks) == ["Wrong marks: R1C1:R1C2, R3C3."]
    assert said(marks, "ja") == ["印の誤り: R1C1:R1C2, R3C3。"]


def test_a_clue_is_blamed_if_all_marks_fit_another_one() -> None:
    printed = Grid.from_text("......# ...#.#. ###..#. ###..#. #.#..#. ######. ##.#..#")
    rows, columns = printed.row_clues(), printed.column_clues()
    rows[5] = [2, 4]
    found = locate_mistakes(rows, columns, Board.of(printed))
    english, japanese = said(found), said(found, "ja")
    assert english[0].endswith("probably a clue is wrong, not your marks.")
    assert "row 6: 6 instead of 2 4" in " ".join(english).lower()
    assert japanese[0].endswith("印ではなく、ヒントの間違いと思われます。")


def test_marks_that_fit_a_correction_speak_for_it() -> None:
    sure = replace(report(wrong(row(2), 3), sure=True), marks_support=True)
    assert said(sure)[-1] == "All your marks fit this correction."
    several = replace(report(wrong(row(2), 3), wrong(row(1), 4)), marks_support=True)
    assert said(several)[-1] == "All your marks fit the first correction."
    assert said(several, "ja")[-1] == "印はすべて最初の訂正に合っています。"
