"""What is wrong with a command line, in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import click

from xlnono.cli.messages import text
from xlnono.language import Language


class _NoSuchCommand(click.UsageError):
    """The message is the first word, an unknown command."""


class Group(click.Group):
    """Commands, of which an unknown one has an error of its own."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            raise _NoSuchCommand(args[0], ctx)
        return super().resolve_command(ctx, args)


def _unknown(key: str, name: str, known: Iterable[str], command: str, language: Language) -> str:
    """The error for an unknown name, with the closest known one."""
    import difflib

    similar = difflib.get_close_matches(name.lower(), known, 1)
    meant = text("did-you-mean", language, name=similar[0]) if similar else ""
    return text(key, language, name=name, meant=meant, command=command)


def misused(error: click.UsageError, language: Language) -> str:
    """The error message for invalid command-line arguments."""
    command = "xlnono" if error.ctx is None else error.ctx.command_path
    match error:
        case _NoSuchCommand(message=name, ctx=click.Context(command=click.Group(commands=known))):
            return _unknown("no-command", name, known, command, language)
        case click.NoSuchOption(option_name=name, ctx=click.Context(command=used)):
            each = (option.opts + option.secondary_opts for option in used.params)
            options = [option for option in chain.from_iterable(each) if option[:2] == "--"]
            return _unknown("no-option", name, options, command, language)
        case click.MissingParameter(param=click.Option() as option):
            return text("missing", language, name=option.opts[0], command=command)
        case click.MissingParameter(param=click.Parameter() as parameter):
            name = parameter.human_readable_name
            return text("missing", language, name=name, command=command)
        case click.BadParameter(param=click.Parameter()) | click.BadArgumentUsage():
            return error.message
        case click.BadOptionUsage():
            return text("misused", language, name=error.option_name, command=command)
    if error.ctx is not None and isinstance(error.ctx.command, click.Group):
        return text("missing", language, name="COMMAND", command=command)
    return text("too-much", language, command=command)
