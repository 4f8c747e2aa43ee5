"""The commands of xlnono: their arguments, and which function each runs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

import xlnono
from xlnono.cli.exit_codes import DONE, FAILED, SIGNALLED, STOPPED, USAGE
from xlnono.cli.help_pages import context_in
from xlnono.cli.interrupt import Terminated, handling, stop
from xlnono.cli.messages import asked_language, template_made, text
from xlnono.cli.option_values import (
    Callback,
    cell_in,
    count_in,
    number_in,
    one_of,
    size_in,
    threshold_in,
    whole_in,
)
from xlnono.cli.output import OutputFailed, complain, say
from xlnono.cli.recording import finish, start
from xlnono.cli.usage_errors import Group, misused
from xlnono.errors import XlnonoError
from xlnono.language import LANGUAGES, Language, system_language
from xlnono.model.solution import Grade
from xlnono.spreadsheet.area import Area

if TYPE_CHECKING:
    from xlnono.render.film import Unit
    from xlnono.wording.hints import Level

_DEFAULT_SECONDS = 60.0

_PATH = click.Path(path_type=Path)


def _with_ending(path: Path, ending: str) -> Path:
    """A path to write to, completed if it has no ending at all."""
    if path.suffix or not path.name or path.is_dir():
        return path
    return path.with_name(path.name + ending)


_SOURCES_OF = {
    "black": ("random",),
    "grade": ("random",),
    "lines_only": ("random",),
    "symmetric": ("random",),
    "seed": ("random",),
    "sheet": ("drawing", "puzzle"),
    "cell": ("drawing", "puzzle"),
    "size": ("picture",),
    "threshold": ("picture",),
    "invert": ("picture",),
    "dither": ("picture",),
    "crop": ("picture",),
    "repair": ("picture", "drawing", "puzzle"),
}
"""The options of `make`, and what a puzzle is made from where each has a meaning."""


def _only_source(asked: dict[str, Any], language: Language) -> str:
    """What a puzzle is made from. Raises BadArgumentUsage if that or an option is not clear."""
    sources = [
        name for name in ("random", "picture", "drawing", "puzzle") if asked[name] is not None
    ]
    if len(sources) != 1:
        raise click.BadArgumentUsage(text("make-source", language))
    for name, meant in _SOURCES_OF.items():
        if asked[name] not in (None, False) and sources[0] not in meant:
            facts = {"name": _option(name), "sources": " / ".join(map(_option, meant))}
            raise click.BadArgumentUsage(text("make-misused", language, **facts))
    return sources[0]


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _show_help(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        say(context.get_help())
        context.exit()


def _record(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        start(context.info_name or "")


def _version_in(language: Language) -> Callback:
    def version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted:
            from xlnono.engine import ENGINE

            say(f"xlnono {xlnono.__version__} ({text(ENGINE, language)})")
            context.exit()

    return version


def _commands(language: Language, asked: Language | None = None) -> click.Group:
    """All commands, with messages in a language.

    Logs and replays are in the language `asked` for; with None in that of each sheet.
    """

    def option(*names: str, key: str, **settings: Any) -> Callable[[Any], Any]:
        return click.option(*names, help=text(key, language), **settings)

    def common(command: Any) -> Any:
        command = click.help_option(
            "-h", "--help", help=text("help", language), callback=_show_help
        )(command)
        return option(
            "--lang",
            key="lang",
            metavar="|".join(LANGUAGES),
            callback=one_of(language, "bad-language", tuple(LANGUAGES)),
            expose_value=False,
        )(command)

    def limited(command: Any) -> Any:
        return option(
            "--seconds",
            key="seconds",
            metavar="S",
            default=str(_DEFAULT_SECONDS),
            callback=number_in(language, "bad-seconds", lambda number: number > 0),
        )(common(command))

    def solving(command: Any) -> Any:
        return option("--sheet", key="sheet", metavar="NAME")(limited(command))

    def counting(command: Any) -> Any:
        return option(
            "--solutions",
            key="solutions",
            metavar="N",
            default="2",
            callback=count_in(language, "bad-solutions", least=2),
        )(command)

    def choosing(command: Any) -> Any:
        return option("--cell", key="cell", metavar="ADDRESS", callback=cell_in(language))(command)

    def over_workbooks(command: Any) -> Any:
        return click.argument("sources", nargs=-1, required=True)(solving(command))

    def summary(key: str) -> str:
        return text(key, language).split("\n")[0]

    @click.group(help=text("xlnono", language), cls=Group, no_args_is_help=False)
    @common
    @option(
        "--version",
        key="version",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_version_in(language),
    )
    def group() -> None:
        pass

    context = context_in(language)
    group.context_class = context
    group.command_class = type("_Command", (click.Command,), {"context_class": context})

    @group.command(help=text("new", language), short_help=summary("new"))
    @click.argument("size", metavar="ROWSxCOLUMNS", callback=size_in(language))
    @click.argument("file", type=_PATH)
    @option("--macro", key="macro", is_flag=True)
    @option(
        "--clues",
        key="clues",
        metavar="HOW",
        default="cells",
        callback=one_of(language, "bad-clues", ("cells", "text")),
    )
    @option("--formula", key="formula", is_flag=True)
    @common
    def new(size: tuple[int, int], file: Path, **looks: Any) -> int:
        from xlnono.templates import template

        file = _with_ending(file, ".xlsm" if looks["macro"] else ".xlsx")
        try:
            template.new(file, *size, language=language, **looks)
        except XlnonoError as error:
            complain(error.at(file=str(file)), language)
            return FAILED
        say(template_made(file, *size, language))
        return DONE

    @group.command(help=text("page", language), short_help=summary("page"))
    @click.argument("out", type=_PATH)
    @common
    def page(out: Path) -> int:
        from xlnono.cli.page import write_page

        return write_page(_with_ending(out, ".html"), language)

    @group.command(help=text("convert", language), short_help=summary("convert"))
    @over_workbooks
    @option("--out", key="convert-out", type=_PATH, metavar="FOLDER")
    @option("--to", "ending", key="to", metavar="FORMAT")
    @choosing
    def convert(
        sources: tuple[str, ...],
        sheet: str | None,
        cell: Area | None,
        seconds: float,
        out: Path | None,
        ending: str | None,
    ) -> int:
        from xlnono.cli.convert import convert_all, convert_one

        if out is not None:
            return convert_all(sources, out, ending or "xlsx", sheet, cell, seconds, language)
        if len(sources) != 2 or ending is not None:
            raise click.BadArgumentUsage(text("convert-folder", language))
        target = _with_ending(Path(sources[1]), ".xlsx")
        return convert_one(Path(sources[0]), target, sheet, cell, seconds, language)

    @group.command(help=text("book", language), short_help=summary("book"))
    @click.argument("sources", nargs=-1, metavar="SOURCES...")
    @click.argument("out", type=_PATH, required=False, metavar="OUT")
    @limited
    @option("--title", key="book-title-option", metavar="TEXT")
    @option(
        "--paper",
        key="paper",
        metavar="a4|letter",
        default="a4",
        callback=one_of(language, "bad-paper", ("a4", "letter")),
    )
    @option(
        "--per-page",
        key="per-page",
        metavar="1|2|4|6",
        callback=one_of(language, "bad-per-page", ("1", "2", "4", "6")),
    )
    def book(
        sources: tuple[str, ...],
        out: Path | None,
        seconds: float,
        title: str | None,
        paper: str,
        per_page: str | None,
    ) -> int:
        from xlnono.cli.book import BookOptions, make_book

        if out is None or not sources:
            raise click.BadArgumentUsage(text("book-out", language))
        options = BookOptions(title, paper, None if per_page is None else int(per_page))
        return make_book(sources, _with_ending(out, ".html"), options, seconds, language)

    @group.command(help=text("make", language), short_help=summary("make"))
    @click.argument("out", type=_PATH)
    @option("--random", key="random", metavar="ROWSxCOLUMNS", callback=size_in(language))
    @option("--drawing", key="drawing-file", type=_PATH, metavar="FILE")
    @option(
        "--black",
        key="black",
        metavar="PART",
        callback=number_in(language, "bad-black", lambda number: 0.1 <= number <= 0.9),
    )
    @option(
        "--grade",
        key="grade",
        metavar="GRADE",
        callback=one_of(language, "bad-grade", [grade.value for grade in Grade]),
    )
    @option("--lines-only", key="lines-only", is_flag=True)
    @option("--symmetric", key="symmetric", is_flag=True)
    @option("--seed", key="seed", metavar="N", callback=whole_in(language, "bad-seed", 18))
    @option("--picture", key="make-picture", type=_PATH, metavar="FILE")
    @option("--size", key="make-size", metavar="ROWSxCOLUMNS", callback=size_in(language))
    @option(
        "--threshold",
        key="threshold",
        metavar="auto|0-255",
        callback=threshold_in(language),
    )
    @option("--invert", key="invert", is_flag=True)
    @option("--dither", key="dither", is_flag=True)
    @option("--crop", key="crop", is_flag=True)
    @option("--puzzle", key="make-puzzle", type=_PATH, metavar="FILE")
    @option("--sheet", key="make-sheet", metavar="NAME")
    @choosing
    @option("--repair", key="repair-option", is_flag=True)
    @limited
    def make(out: Path, seconds: float, **asked: Any) -> int:
        from xlnono.cli import make as making
        from xlnono.making.random_puzzle import RandomOptions

        source = _only_source(asked, language)
        request = making.Request(_with_ending(out, ".xlsx"), seconds, language)
        if source == "puzzle":
            return making.make_from_puzzle(
                request, asked["puzzle"], asked["sheet"], asked["cell"], repair=asked["repair"]
            )
        if source == "picture":
            from xlnono.making.picture_file import Reduction

            threshold = asked["threshold"]
            reduction = Reduction(
                size=asked["size"],
                threshold=None if threshold in (None, "auto") else int(threshold),
                invert=asked["invert"],
                dither=asked["dither"],
                crop=asked["crop"],
            )
            return making.make_from_picture_file(
                request, asked["picture"], reduction, repair=asked["repair"]
            )
        if source == "drawing":
            return making.make_from_drawing(
                request, asked["drawing"], asked["sheet"], asked["cell"], repair=asked["repair"]
            )
        height, width = asked["random"]
        options = RandomOptions(
            height,
            width,
            black=0.6 if asked["black"] is None else asked["black"],
            grade=None if asked["grade"] is None else Grade(asked["grade"]),
            lines_only=asked["lines_only"],
            symmetric=asked["symmetric"],
        )
        return making.make_random_puzzle(request, options, asked["seed"])

    @group.command(help=text("extension", language), short_help=summary("extension"))
    @click.argument("file", type=_PATH)
    @common
    def extension(file: Path) -> int:
        from xlnono.templates.extension import make

        file = _with_ending(file, ".oxt")
        try:
            make(file)
        except XlnonoError as error:
            complain(error, language)
            return FAILED
        say(text("extended", language, path=file))
        return DONE

    @group.command(help=text("solve", language), short_help=summary("solve"))
    @over_workbooks
    @option("--out", key="out", type=_PATH, metavar="FOLDER")
    @option("--in-place", key="in-place", is_flag=True)
    @option("--dry-run", key="dry-run", is_flag=True)
    @counting
    def solve(
        sources: tuple[str, ...], sheet: str | None, seconds: float, solutions: int, **writing: Any
    ) -> int:
        from xlnono.cli.workbooks import Writing, solve_all

        return solve_all(sources, Writing(**writing), sheet, seconds, language, asked, solutions)

    @group.command(help=text("restore", language), short_help=summary("restore"))
    @click.argument("file", type=_PATH)
    @option("--sheet", key="sheet", metavar="NAME")
    @common
    def restore(file: Path, sheet: str | None) -> int:
        from xlnono.cli.restore import restore as undo

        return undo(file, sheet, language)

    @group.command(help=text("share", language), short_help=summary("share"))
    @click.argument("file", type=_PATH)
    @click.argument("out", type=_PATH, required=False)
    @option("--formula", key="share-formula", is_flag=True)
    @option("--page", key="share-page", is_flag=True)
    @limited
    def share(file: Path, out: Path | None, formula: bool, page: bool, seconds: float) -> int:
        from xlnono.cli.share import share as share_one

        if out is not None:
            out = _with_ending(out, ".xlsx")
        return share_one(
            file, out, formula=formula, page=page, seconds=seconds, language=language, asked=asked
        )

    @group.command(help=text("batch", language), short_help=summary("batch"))
    @click.argument("sources", nargs=-1, required=True)
    @limited
    @option("--out", key="batch-out", required=True, type=_PATH, metavar="FOLDER")
    @option("--report", key="report", type=_PATH, metavar="FILE")
    @option("--resume", key="resume", is_flag=True)
    @option("--explain/--no-explain", key="explain", default=True)
    @option("--pattern", key="pattern", metavar="GLOB")
    @option("--jobs", "processes", key="jobs", metavar="N", callback=count_in(language))
    @option("--scheduler", key="scheduler", metavar="ADDRESS")
    @option("--dry-run", key="dry-run", is_flag=True)
    @option("--quiet", key="quiet", is_flag=True)
    @option("--json", key="json", is_flag=True)
    def batch(sources: tuple[str, ...], seconds: float, explain: bool, **options: Any) -> int:
        from xlnono.batch import Settings
        from xlnono.cli.batch import BatchOptions
        from xlnono.cli.batch import batch as run_batch

        settings = Settings(seconds, explain, asked, language)
        return run_batch(sources, settings, BatchOptions(**options), language)

    @group.command(help=text("check", language), short_help=summary("check"))
    @over_workbooks
    @option("--fix", key="fix", metavar="NUMBER", callback=count_in(language, "bad-fix"))
    @option("--out", key="fix-out", type=_PATH, metavar="FOLDER")
    @choosing
    @counting
    def check(
        sources: tuple[str, ...],
        sheet: str | None,
        cell: Area | None,
        seconds: float,
        solutions: int,
        fix: int | None,
        out: Path | None,
    ) -> int:
        from xlnono.cli.fix import fix_one
        from xlnono.cli.workbooks import check_all

        if fix is None and out is None:
            return check_all(sources, sheet, cell, seconds, language, solutions)
        return fix_one(sources, out, fix, sheet, cell, seconds, language)

    @group.command(help=text("show", language), short_help=summary("show"))
    @over_workbooks
    @counting
    @option(
        "--as",
        "form",
        key="as",
        metavar="png|svg|html",
        callback=one_of(language, "bad-as", ("png", "svg", "html")),
    )
    @option("--out", key="show-out", type=_PATH, metavar="FILE")
    @option("--blank", key="blank", is_flag=True)
    def show(
        sources: tuple[str, ...],
        sheet: str | None,
        seconds: float,
        form: str | None,
        out: Path | None,
        blank: bool,
        solutions: int,
    ) -> int:
        if form is not None or out is not None or blank:
            from xlnono.cli.show_as import Picture, show_as

            return show_as(sources, Picture(form, out, blank), sheet, seconds, language)
        from xlnono.cli.workbooks import show_all

        room = shutil.get_terminal_size((80, 24)).columns
        return show_all(sources, sheet, seconds, language, room, solutions)

    @group.command(help=text("hint", language), short_help=summary("hint"))
    @over_workbooks
    @option(
        "--level",
        key="level",
        metavar="1|2|3",
        default="1",
        callback=one_of(language, "bad-level", ("1", "2", "3")),
    )
    @choosing
    def hint(
        sources: tuple[str, ...], sheet: str | None, cell: Area | None, seconds: float, level: str
    ) -> int:
        from xlnono.cli.hint import hint_all

        return hint_all(sources, sheet, cell, seconds, language, cast("Level", int(level)))

    @group.command(help=text("why", language), short_help=summary("why"))
    @click.argument("file", type=_PATH)
    @click.argument("cell", callback=cell_in(language))
    @solving
    def why(file: Path, cell: Area, sheet: str | None, seconds: float) -> int:
        from xlnono.cli.why import say_why

        return say_why(file, cell, sheet, seconds, language)

    @group.command(help=text("line", language), short_help=summary("line"))
    @click.argument("clue")
    @click.argument("cells")
    @limited
    def line(clue: str, cells: str, seconds: float) -> int:
        from xlnono.cli.line import explain_line

        return explain_line(clue, cells, seconds, language)

    @group.command(help=text("verify", language), short_help=summary("verify"))
    @click.argument("file", type=_PATH)
    @common
    def verify(file: Path) -> int:
        from xlnono.cli.verify import verify_one

        return verify_one(file, language)

    @group.command(help=text("replay", language), short_help=summary("replay"))
    @click.argument("file", type=_PATH)
    @click.argument("out", type=_PATH)
    @solving
    @option(
        "--speed",
        key="speed",
        metavar="N",
        default="4",
        callback=number_in(language, "bad-speed", lambda number: 0.01 <= number <= 1000),
    )
    @option(
        "--unit",
        key="unit",
        metavar="steps|cells",
        default="steps",
        callback=one_of(language, "bad-unit", ("steps", "cells")),
    )
    @option("--step", key="step", metavar="K", callback=whole_in(language, "bad-step", 9))
    @choosing
    def replay(
        file: Path,
        out: Path,
        sheet: str | None,
        cell: Area | None,
        seconds: float,
        speed: float,
        unit: Unit,
        step: int | None,
    ) -> int:
        from xlnono.cli.replay import replay_one
        from xlnono.jobs.replay import Showing
        from xlnono.jobs.sources import Job

        showing = Showing(speed, unit, step)
        return replay_one(Job(file, out), showing, sheet, cell, seconds, language, asked)

    @group.command(help=text("doctor", language), short_help=summary("doctor"))
    @click.argument("workbook", required=False, type=_PATH)
    @common
    def doctor(workbook: Path | None) -> int:
        from xlnono.cli.doctor import doctor as examine

        return examine(workbook, language)

    for command in group.commands.values():
        # That of batch prints a line for each workbook as soon as it is done.
        if command.name != "batch":
            command.params.append(
                click.Option(
                    ["--json"],
                    is_flag=True,
                    is_eager=True,
                    expose_value=False,
                    callback=_record,
                    help=text("json-one", language),
                )
            )
    return group


def _is_in_a_folder() -> bool:
    """Whether the current folder, from which paths are looked up, still exists."""
    try:
        return bool(Path.cwd())
    except FileNotFoundError:
        return False


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    words = sys.argv[1:] if arguments is None else arguments
    asked = asked_language(words)
    language = asked or system_language()
    try:
        with handling(stop):
            code = _commands(language, asked).main(
                words or ["--help"], prog_name="xlnono", standalone_mode=False
            )
        if not words:
            code = USAGE
    except click.UsageError as error:
        say(f"{text('error', language)}: {misused(error, language)}", error=True)
        code = USAGE
    except (KeyboardInterrupt, click.Abort):
        say(text("stopped", language), error=True)
        code = STOPPED
    except Terminated as request:
        say(text("stopped", language), error=True)
        code = SIGNALLED + request.number
    except OutputFailed:
        say(f"{text('error', language)}: {text('output-failed', language)}", error=True)
        code = FAILED
    except FileNotFoundError:
        if _is_in_a_folder():
            raise
        say(f"{text('error', language)}: {text('folder-gone', language)}", error=True)
        code = FAILED
    if (record := finish()) is not None:
        try:
            say(record.line(code), whole=True)
        except OutputFailed:
            code = FAILED
    sys.exit(code)
