"""The commands of xlnono."""

from __future__ import annotations

import gc
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import xlnono
from xlnono.cli.exits import DONE, FAILED, STOPPED, USAGE
from xlnono.cli.saying import complain, say
from xlnono.cli.texts import language_of, text
from xlnono.errors import Language, XlnonoError

_DEFAULT_SECONDS = 60.0


def _size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,6})\s*[x×*X]\s*(\d{1,6})\s*", value)
    if match is None:
        message = text("size", language_of(sys.argv[1:]), value=value)
        raise click.BadParameter(message, context, parameter)
    return int(match[1]), int(match[2])


class _Formatter(click.HelpFormatter):
    """Help with its headings in the reader's language."""

    language: Language = "en"

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, text("usage-heading", self.language))

    def write_heading(self, heading: str) -> None:
        keys = {"Options": "options-heading", "Commands": "commands-heading"}
        super().write_heading(text(keys[heading], self.language))


def _context_in(language: Language) -> type[click.Context]:
    formatter = type("_LocalFormatter", (_Formatter,), {"language": language})
    return type("_LocalContext", (click.Context,), {"formatter_class": formatter})


class _Group(click.Group):
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            message = text("no-command", language_of(sys.argv[1:]), name=args[0])
            raise click.UsageError(message, ctx)
        return super().resolve_command(ctx, args)


def _commands(language: Language) -> click.Group:
    def option(*names: str, key: str, **settings: Any) -> Callable[[Any], Any]:
        return click.option(*names, help=text(key, language), **settings)

    def common(command: Any) -> Any:
        command = click.help_option("-h", "--help", help=text("help", language))(command)
        return option("--lang", key="lang", type=click.Choice(["en", "ja"]), expose_value=False)(
            command
        )

    def over_workbooks(command: Any) -> Any:
        seconds = click.FloatRange(min=0, min_open=True)
        for decorate in (
            common,
            option("--seconds", key="seconds", type=seconds, metavar="S", default=_DEFAULT_SECONDS),
            option("--sheet", key="sheet", metavar="NAME"),
            click.argument("sources", nargs=-1, required=True),
        ):
            command = decorate(command)
        return command

    @click.group(help=text("xlnono", language), cls=_Group)
    @common
    @click.version_option(
        xlnono.__version__,
        message=f"xlnono %(version)s ({text('engine', language)})",
        help=text("version", language),
    )
    def group() -> None:
        pass

    context = _context_in(language)
    group.context_class = context
    group.command_class = type("_Command", (click.Command,), {"context_class": context})

    @group.command(help=text("new", language), short_help=text("new", language))
    @click.argument("size", metavar="ROWSxCOLUMNS", callback=_size)
    @click.argument("file", type=click.Path(path_type=Path))
    @common
    def new(size: tuple[int, int], file: Path) -> int:
        from xlnono.workbook import template

        try:
            template.new(file, *size, language=language)
        except XlnonoError as error:
            complain(error.at(file=str(file)), language)
            return FAILED
        say(text("made", language, path=file, height=size[0], width=size[1]))
        return DONE

    @group.command(help=text("solve", language), short_help=text("solve", language))
    @over_workbooks
    @option("--out", key="out", type=click.Path(path_type=Path), metavar="FOLDER")
    def solve(sources: tuple[str, ...], out: Path | None, sheet: str | None, seconds: float) -> int:
        from xlnono.cli.workbooks import solve_all

        return solve_all(sources, out, sheet, seconds, language)

    @group.command(help=text("check", language), short_help=text("check", language))
    @over_workbooks
    def check(sources: tuple[str, ...], sheet: str | None, seconds: float) -> int:
        from xlnono.cli.workbooks import check_all

        return check_all(sources, sheet, seconds, language)

    @group.command(help=text("show", language), short_help=text("show", language))
    @over_workbooks
    def show(sources: tuple[str, ...], sheet: str | None, seconds: float) -> int:
        from xlnono.cli.workbooks import show_all

        return show_all(
            sources, sheet, seconds, language, shutil.get_terminal_size((80, 24)).columns
        )

    return group


def _misused(error: click.UsageError, language: Language) -> str:
    """What was wrong with the words of the command line."""
    command = error.ctx.command_path.removeprefix("xlnono").strip() if error.ctx else ""
    facts: dict[str, object] = {"command": command}
    if isinstance(error, click.NoSuchOption):
        return text("no-option", language, name=error.option_name, **facts)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
        return text("missing", language, name=hint, **facts)
    if isinstance(error, click.BadParameter) and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
        return text("bad-value", language, name=hint, message=error.message)
    if error.ctx is not None and isinstance(error.ctx.command, _Group) and not error.ctx.args:
        return text("missing", language, name="COMMAND", command="")
    return error.format_message()


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    # A tenth of the time of a solve would go into looking for garbage that is hardly there.
    gc.set_threshold(100_000)
    words = sys.argv[1:] if arguments is None else arguments
    language = language_of(words)
    try:
        code = _commands(language).main(words, prog_name="xlnono", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        say(error.format_message())
        code = USAGE
    except click.UsageError as error:
        say(text("usage", language, message=_misused(error, language)), error=True)
        code = USAGE
    except (KeyboardInterrupt, click.Abort):
        say(text("stopped", language), error=True)
        code = STOPPED
    except BrokenPipeError:
        # Nobody reads the output any more, as in "xlnono show … | head".
        sys.stdout = None
        code = DONE
    sys.exit(code)
