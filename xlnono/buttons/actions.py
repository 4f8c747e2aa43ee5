"""The actions of the buttons on the active sheet, independent of the program."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain, product

from xlnono.buttons.assumed_cells import paint_assumed
from xlnono.buttons.context import PressContext
from xlnono.buttons.doubted_clues import doubts, in_words, mark, marked_line, search
from xlnono.buttons.highlight import make_green
from xlnono.buttons.settings import restore_board
from xlnono.engine import solve as decide
from xlnono.engine.decide.propagation import propagate
from xlnono.engine.hint import movable, wrong_marks
from xlnono.engine.mistakes import FEWEST_WRONG_MARKS
from xlnono.errors import InvalidPuzzle
from xlnono.jobs.from_marks import GivensContradict, solve_from_marks
from xlnono.jobs.repairs import SECONDS as REPAIR_SECONDS
from xlnono.jobs.repairs import repairs_of
from xlnono.jobs.why import why_on_sheet
from xlnono.live.book import LiveSheet
from xlnono.model.board import Cell, Grid
from xlnono.model.hint import Hint, Standing
from xlnono.model.mistakes import MistakeReport
from xlnono.model.puzzle import TotalsDiffer
from xlnono.model.solution import Outcome, Solution
from xlnono.model.steps import Log, Position
from xlnono.puzzle_sheet.assumptions import BLACK_MARK, DEEPEST, assumed_cells, assumptions_in
from xlnono.puzzle_sheet.companion_sheets import (
    BEFORE_NAME,
    GREEN_NAME,
    LOG_NAME,
    REPLAY_NAME,
    numbered,
    own_companion,
)
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.log_record import check_record
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import Paint, paint, paint_cells
from xlnono.puzzle_sheet.read import MistypedClues
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.replay_sheet import write_replay
from xlnono.puzzle_sheet.suspects import clear_suspects, is_marked
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Style
from xlnono.spreadsheet.theme import CONTRADICTION_FILL, TEXT
from xlnono.wording import (
    Level,
    advice,
    cut_short,
    not_graded,
    outcome_name,
    rated,
)
from xlnono.wording.remarks import remarks
from xlnono.wording.repairs import proposal
from xlnono.wording.settled_cell import explanation

_PAINTS = {Cell.BLACK: Paint.BLACK, Cell.WHITE: Paint.WHITE}
_CELLS_NAMED = 40
_CHECKING_SECONDS = 2.0
"""The most time that Where takes to see whether the marks are right."""


def solve(context: PressContext) -> str:
    """Solve the puzzle from the marks on the board, with the log beside it."""
    settings = context.settings
    language = settings.language
    try:
        read = context.read
    except MistypedClues as error:
        return doubts(context, search(context, error.read), _defects(context, error))
    names = (BEFORE_NAME, LOG_NAME, REPLAY_NAME) if settings.log else (BEFORE_NAME,)
    context.require(*(numbered(name, read.number) for name in names))
    if settings.log:
        check_record(context.sheet, read)
    try:
        solution = solve_from_marks(
            read, seconds=settings.seconds, progress=lambda _, known: context.progress(known)
        )
    except GivensContradict as error:
        report = search(context, read)
        if not report.marks_support:
            raise error
        return doubts(context, report, "")
    context.store_board()
    removed = context.text("assumptions removed") if read.assumptions else ""
    if settings.speed and solution.log and solution.outcome is not Outcome.NONE:
        last = _show(context, solution.log)
        if last is not None:
            halted = context.text("halted", step=last, steps=len(solution.log.visits))
            return context.joined([removed, halted])
    memory = paint(context.sheet, read, solution)
    mistakes = None
    if solution.outcome is Outcome.NONE:
        mistakes = search(context, read)
        memory = memory.with_marked(mark(context, mistakes))
    if settings.log:
        record = record_of(read, solution, language)
        write_replay(context.sheet, record)
        write_log(context.sheet, record, memory)
    if mistakes is not None:
        none = _none(context, solution, mistakes)
        return context.joined([removed, none, *in_words(context, mistakes)])
    message = context.joined([removed, _verdict(context, solution)])
    if settings.log and solution.log and not context.book.host.conditions:
        message += context.text("plain replay")
    return message


def _show(context: PressContext, log: Log) -> int | None:
    """Paint the visits of a log one after the other, with a pause after each.

    Returns the number of the visit after which the user stopped it. Cells that the board already
    shows are skipped, unless it shows all of them or some are assumed.
    """
    read, shown = context.read, context.read.present
    if read.assumptions or not shown.unknown:
        shown = read.marks
        painted = {cell[:2] for cell in read.present.cells() if shown[cell[:2]] is Cell.UNKNOWN}
        _clear_cells(context, painted)
    visits = log.visits
    for number, visit in enumerate(visits, start=1):
        new = [found for found in visit.fixed if shown[found[:2]] is not found[2]]
        if not new:
            continue
        paint_cells(context.sheet, read.layout, {(row, k): _PAINTS[cell] for row, k, cell in new})
        context.book.flush()
        context.front.status(context.text("showing", step=number, steps=len(visits)))
        if context.front.pause(1 / context.settings.speed) and number < len(visits):
            return number
    return None


def _defects(context: PressContext, error: InvalidPuzzle) -> str:
    """What is wrong with the clues, in few words because the proposals follow."""
    said = [
        context.text("totals", **defect.facts)
        if isinstance(defect, TotalsDiffer)
        else defect.text(context.settings.language)
        for defect in error.defects
    ]
    return context.joined(said)


def _outcome(context: PressContext, solution: Solution) -> str:
    """The outcome without figures that differ from press to press."""
    language = context.settings.language
    return context.text("outcome", outcome=outcome_name(solution.outcome, language))


def _none(context: PressContext, solution: Solution, report: MistakeReport) -> str:
    """That there is no solution; also where this shows, unless there are better proposals."""
    language = context.settings.language
    said = [_outcome(context, solution)]
    if not report.choices:
        said += remarks(solution, context.read.puzzle, context.layout, language)
    return context.joined(said)


def _verdict(context: PressContext, solution: Solution) -> str:
    language, rating = context.settings.language, ""
    if solution.difficulty is not None:
        rating = context.text("fact", fact=rated(solution.difficulty.rating, language))
    elif shortfall := not_graded(solution, language) or cut_short(solution, language):
        rating = context.text("fact", fact=shortfall)
    outcome = outcome_name(solution.outcome, language)
    sentences = [
        context.text("verdict", outcome=outcome, rating=rating, seconds=solution.seconds),
        *remarks(solution, context.read.puzzle, context.read.layout, language),
    ]
    if solution.outcome is Outcome.UNDECIDED:
        changeable = context.settings.changeable
        sentences.append(context.text("undecided" if changeable else "undecided anyway"))
    return context.joined(sentences)


def step(context: PressContext) -> str:
    """Paint the next deduction from the marks on the board."""
    read = context.read
    found = context.hint(read.present)
    if found.step is not None:
        if depth := len(read.assumptions):
            # The stored board is the one before the first assumption.
            paint_assumed(context.sheet, read.layout, depth, found.step.fixed, None)
        else:
            context.store_board()
            paints = {(row, column): _PAINTS[cell] for row, column, cell in found.step.fixed}
            paint_cells(context.sheet, read.layout, paints)
    return _advice(context, found)[2]


def hint(context: PressContext) -> str:
    """Show a hint for the next deduction, more detailed with every press, and select its cells."""
    read = context.read
    found = context.hint(read.present)
    texts = _advice(context, found)
    before = context.last_answer()
    place = texts.index(before) + 1 if before in texts else 0
    level = min(place, 2) + 1
    if found.step is not None:
        line = found.step.line
        areas = read.layout.areas([(row, column) for row, column, _ in found.step.fixed])
        if line is not None and level < 3:
            areas = [read.layout.line(line)]
        _select(context.sheet, areas if level == 3 else areas[:1])
    return texts[level - 1]


def _advice(context: PressContext, found: Hint) -> list[str]:
    """What a hint says at each of its levels.

    Assumptions are to blame for what is wrong if the marks without them are right.
    """
    read = context.read
    misfit = found.standing in (Standing.WRONG, Standing.MISFIT)
    if misfit and _assumptions_misfit(context, context.settings.seconds):
        brief = context.text("assumptions misfit")
        if found.contradiction is None:
            return [brief] * 3
        return [brief, *[context.text("assumptions contradict", line=found.contradiction)] * 2]
    levels: tuple[Level, ...] = (1, 2, 3)
    language = context.settings.language
    return [advice(found, read.puzzle, read.layout, language, level) for level in levels]


def _assumptions_misfit(context: PressContext, seconds: float) -> bool:
    """Whether the marks on a board that match no solution match one without the assumptions."""
    read = context.read
    if not read.assumptions:
        return False
    own = read.present.without(assumed_cells(read.assumptions))
    outcome = decide(read.puzzle, own, seconds=seconds, progress=context.progress).outcome
    return outcome in (Outcome.UNIQUE, Outcome.MULTIPLE)


def where(context: PressContext) -> str:
    """Turn the clues green of all lines that allow a deduction."""
    if not context.book.host.conditions:
        return context.text("plain where")
    context.require(GREEN_NAME)
    read = context.read
    lines, contradiction = movable(read.puzzle, read.present)
    lines = [line for line in lines if not is_marked(context.sheet, read.layout, line)]
    seconds = min(context.settings.seconds, _CHECKING_SECONDS)
    if (
        contradiction is None
        and read.present.known
        and decide(read.puzzle, read.present, seconds=seconds).outcome is Outcome.NONE
    ):
        make_green(context.sheet, read.layout, [])
        assumed = _assumptions_misfit(context, seconds)
        return context.text("assumptions misfit" if assumed else "marks misfit")
    make_green(context.sheet, read.layout, lines)
    if contradiction is not None:
        assumed = _assumptions_misfit(context, seconds)
        key = "assumptions contradict" if assumed else "marks contradict"
        return context.text(key, line=contradiction)
    if lines:
        return context.text("one movable" if len(lines) == 1 else "movable", count=len(lines))
    return context.text("none movable" if read.present.unknown else "all known")


def _select(sheet: LiveSheet, areas: list[Area]) -> None:
    """Select areas, as many as fit in one address in Excel."""
    address = areas[0].address
    for area in areas[1:]:
        if len(address) + len(area.address) < 255:
            address += f",{area.address}"
    sheet.command("select", areas[:1], address)


def check(context: PressContext) -> str:
    """Check that the puzzle has one solution, rate its difficulty, and make wrong marks red.

    Clues that were probably mistyped are marked; the selected one is corrected if the last answer
    proposed that.
    """
    chosen = marked_line(context)
    clear_suspects(context.sheet, context.layout, context.spot.number)
    try:
        read = context.read
    except MistypedClues as error:
        return doubts(context, search(context, error.read), _defects(context, error), chosen)
    solution = decide(
        read.puzzle, explain=True, seconds=context.settings.seconds, progress=context.progress
    )
    if solution.outcome is Outcome.NONE:
        report = search(context, read)
        return doubts(context, report, _none(context, solution, report), chosen)
    message = _verdict(context, solution)
    if solution.outcome is Outcome.UNIQUE and solution.grid is not None:
        assumed = assumed_cells(read.assumptions)
        differing = wrong_marks(read.present, solution.grid)
        wrong = [cell for cell in differing if cell not in assumed]
        if len(wrong) >= FEWEST_WRONG_MARKS and (report := search(context, read)).marks_support:
            return doubts(context, report, _outcome(context, solution), chosen)
        _redden(context, wrong)
        if read.present.known:
            message += _judgement(context, solution.grid, wrong, assumed.intersection(differing))
    elif solution.outcome is Outcome.MULTIPLE:
        if read.present.known:
            message += context.text("between sentences") + _fitting(context)
        message += _repairs(context, solution)
    elif solution.outcome is Outcome.UNDECIDED and read.present.known:
        message += context.text("unsure")
    return message


def _redden(context: PressContext, wrong: list[Position]) -> None:
    """Make wrong marks of the person red, and cells that are not wrong any more no longer so."""
    read, sheet = context.read, context.sheet
    corrected = {
        (row, column)
        for row, fills in enumerate(sheet.fills(read.layout.grid))
        for column, fill in enumerate(fills)
        if fill == CONTRADICTION_FILL
    }.difference(wrong)
    if not wrong and not corrected:
        return
    if not read.assumptions:
        context.store_board()
    painted = {
        cell: _PAINTS[read.present[cell]]
        for cell in corrected
        if read.marks[cell] is Cell.UNKNOWN and read.present[cell] is not Cell.UNKNOWN
    }
    paint_cells(sheet, read.layout, painted)
    # The text may be white on what was black before it was red.
    sheet.restyle(read.layout.areas(corrected.difference(painted)), Style(None, TEXT))
    black = [cell for cell in wrong if read.present[cell] is Cell.BLACK]
    sheet.command("mark", read.layout.areas(black), BLACK_MARK)
    sheet.restyle(read.layout.areas(wrong), Style(CONTRADICTION_FILL))


def _judgement(
    context: PressContext, grid: Grid, wrong: list[Position], assumed: Collection[Position]
) -> str:
    """What is wrong on the board: marks of the person, and assumed cells."""
    layout = context.layout
    if not wrong and not assumed:
        return context.text("right")
    message = ""
    seeds = [one.seed for one in context.read.assumptions]
    seed = next((cell for cell in seeds if cell in assumed), None)
    if seed is not None:
        facts = {"cell": layout.cell(*seed), "colour": context.colour(grid[seed])}
        message += context.text("wrong assumption", depth=seeds.index(seed) + 1, **facts)
    if wrong:
        message += context.text("wrong", cells=_some_cells(layout, wrong))
    if assumed and seed is None:
        if wrong:
            message += context.text("wrong consequences")
        else:
            message += context.text("wrong assumed", cells=_some_cells(layout, sorted(assumed)))
    return message


def _fitting(context: PressContext) -> str:
    """Whether the board matches one of several solutions."""
    found = context.hint(context.read.present)
    if found.standing is Standing.MISFIT:
        return _advice(context, found)[0]
    sure = found.sure and found.standing is not Standing.UNDECIDED
    return context.text("fits one" if sure else "unsure").strip()


def _some_cells(layout: Layout, cells: list[Position]) -> str:
    """Cells by their addresses, not too many of them."""
    return layout.cells(cells[:_CELLS_NAMED]) + (" …" if len(cells) > _CELLS_NAMED else "")


def _repairs(context: PressContext, solution: Solution) -> str:
    """Changes of the picture that leave one solution, if there are any."""
    seconds = min(context.settings.seconds, REPAIR_SECONDS)
    repaired = repairs_of(context.read, solution, seconds=seconds, progress=context.progress)
    if repaired is None or not repaired.repairs.choices:
        return ""
    language = context.settings.language
    said = proposal(repaired.repairs.choices, repaired.is_guess, context.read.layout, language)
    return context.text("between sentences") + said


def assume(context: PressContext) -> str:
    """Assume that the selected cell is black, then white, and follow the lines from there."""
    read, layout = context.read, context.read.layout
    selected = context.book.cell
    if selected is None or not layout.grid.contains(selected):
        return context.text("no cell")
    cell = selected.row - layout.grid.row, selected.column - layout.grid.column
    stack = read.assumptions
    level, colour, taken = len(stack) + 1, Cell.BLACK, frozenset[Position]()
    if stack and stack[-1].seed == cell and cell in stack[-1].cells:
        level, colour, taken = len(stack), read.present[cell].opposite, stack[-1].cells
    elif read.present[cell] is not Cell.UNKNOWN:
        return context.text("already", cell=layout.cell(*cell))
    if level > DEEPEST:
        return context.text("too deep", most=DEEPEST)
    base = read.present.without(taken)
    lines = range(len(read.puzzle.clues))
    contradiction = propagate(read.puzzle, base.copy(), lines)
    if contradiction is not None:
        return context.text("contradictory", line=base.line(contradiction))
    if not stack:
        context.store_board()
    trial = base.copy()
    trial.fix(*cell, colour)
    contradiction = propagate(read.puzzle, trial, lines)
    facts = {"cell": layout.cell(*cell), "colour": context.colour(colour)}
    if contradiction is not None:
        _clear_cells(context, taken - {cell})
        opposite = colour.opposite
        if level == 1:
            paint_cells(context.sheet, layout, {cell: _PAINTS[opposite]})
        else:
            paint_assumed(context.sheet, layout, level - 1, [(*cell, opposite)], None)
        line = base.line(contradiction)
        return context.text("refuted", **facts, line=line, opposite=context.colour(opposite))
    new = [found for found in trial.cells() if base[found[:2]] is Cell.UNKNOWN]
    _clear_cells(context, taken - {found[:2] for found in new})
    paint_assumed(context.sheet, layout, level, new, cell)
    following = len(new) - 1
    key = {0: "none assumed", 1: "one assumed"}.get(following, "assumed")
    return context.text(key, **facts, depth=level, count=following)


def why(context: PressContext) -> str:
    """Why the selected cell is black or white, or how its lines leave it open."""
    read, selected = context.read, context.book.cell
    if selected is None or not read.layout.grid.contains(selected):
        return context.text("no cell to explain")
    found = why_on_sheet(
        read, selected, seconds=context.settings.seconds, progress=context.progress
    )
    language = context.settings.language
    said = explanation(found, read.puzzle, read.layout, language, brief=True)
    return context.joined(said)


def _clear_cells(context: PressContext, cells: Iterable[Position]) -> None:
    paint_cells(context.sheet, context.read.layout, dict.fromkeys(cells, Paint.CLEARED))


def clear(context: PressContext) -> str:
    """Empty the grid, even if the clues are invalid; the clues stay."""
    sheet, layout = context.sheet, context.layout
    held = chain(*sheet.values(layout.grid), *sheet.fills(layout.grid))
    # Pressed twice, it does not replace the stored board by the empty one.
    if any(each is not None for each in held):
        context.store_board()
        cells = product(range(layout.grid.height), range(layout.grid.width))
        paint_cells(sheet, layout, dict.fromkeys(cells, Paint.CLEARED))
    return context.text("cleared")


def restore(context: PressContext) -> str:
    """Restore the board from before the last run."""
    assumed = _shows_assumptions(context)
    number = context.spot.number
    if not restore_board(context.sheet, context.layout, number):
        misfit = own_companion(context.sheet, numbered(BEFORE_NAME, number)) is not None
        return context.text("stored elsewhere" if misfit else "nothing stored")
    removed = assumed and not _shows_assumptions(context)
    return context.text("restored before assumptions" if removed else "restored")


def _shows_assumptions(context: PressContext) -> bool:
    """Whether the board shows assumptions now, even if the clues are invalid."""
    sheet, grid = context.sheet, context.layout.grid
    return bool(assumptions_in(sheet.values(grid), sheet.fills(grid)))
