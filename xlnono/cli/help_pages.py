"""How help is laid out."""

from __future__ import annotations

from collections.abc import Iterable

import click

from xlnono.cli.messages import text
from xlnono.cli.wrapping import terminal_width, wrapped
from xlnono.language import Language


class _Formatter(click.HelpFormatter):
    """Help with its headings in the reader's language."""

    language: Language = "en"

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, text("usage-heading", self.language))

    def write_heading(self, heading: str) -> None:
        keys = {"Options": "options-heading", "Commands": "commands-heading"}
        super().write_heading(text(keys[heading], self.language))

    def write_text(self, text: str) -> None:
        """Write paragraphs; click itself counts Japanese letters as half as wide as they are."""
        indent = " " * self.current_indent
        for number, paragraph in enumerate(text.split("\n\n")):
            if number:
                self.write_paragraph()
            for line in wrapped(indent + paragraph, self.width):
                self.write(f"{line}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write each term with its meaning beside it, or below if the term is too long."""
        # click adds this word to the help of options that must be given.
        required = text("required", "en"), text("required", self.language)
        rows = [(term, meaning.replace(*required)) for term, meaning in rows]
        widest = min(max(terminal_width(term) for term, _ in rows), col_max) + col_spacing
        indent = " " * self.current_indent
        for term, meaning in rows:
            beside = term.ljust(widest)
            if terminal_width(term) > widest - col_spacing:
                self.write(f"{indent}{term}\n")
                beside = " " * widest
            lines = wrapped(f"{indent}{' ' * widest}{meaning}", self.width)
            first = next(lines).removeprefix(f"{indent}{' ' * widest}")
            self.write(f"{indent}{beside}{first}\n")
            for line in lines:
                self.write(f"{line}\n")


def context_in(language: Language) -> type[click.Context]:
    """The context of commands whose help is in a language."""
    formatter = type("_LocalFormatter", (_Formatter,), {"language": language})
    return type("_LocalContext", (click.Context,), {"formatter_class": formatter})
