"""Formulas of cells, by openpyxl."""

from __future__ import annotations

from openpyxl.formula.tokenizer import TokenizerError
from openpyxl.formula.translate import Translator, TranslatorError

from xlnono.spreadsheet.area import Area


def moved(formula: str, origin: Area, target: Area) -> str:
    """A formula as another cell of its group has it, both without the equals sign."""
    try:
        text = Translator(f"={formula}", origin.address).translate_formula(target.address)
    except (TokenizerError, TranslatorError):
        return formula
    return str(text).removeprefix("=")
