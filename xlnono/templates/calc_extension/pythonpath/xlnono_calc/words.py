"""The messages of the extension itself, in English, Japanese and those of the catalogues."""

from __future__ import annotations

import json
from pathlib import Path

CATALOGUES = Path(__file__).with_name("catalogues.json")
"""Translations of the English texts by language; xlnono adds it where there are any."""
_CAPTIONS = Path(__file__).with_name("captions.json")
"""The captions of the buttons by language; "en-US" is the fallback."""
_TEXTS = {
    "working": ("xlnono is working …", "xlnono が動いています…"),
    "read only": (
        "This document is open read-only, so xlnono cannot change it: choose Edit > Edit Mode, or "
        "save a copy and press again there.",
        "このファイルは読み取り専用で開かれているため、変更できません。「編集」>「編集モード」を選ぶか、"
        "コピーを保存して、そこでもう一度押してください。",
    ),
    "shared": (
        "This document is shared, and LibreOffice saves neither colours nor new sheets of shared "
        "documents: turn off Tools > Share Spreadsheet, or save a copy and press again there.",
        "このファイルは共有されています。共有ファイルでは色や新しいシートが保存されないので、"
        "「ツール」>「スプレッドシートの共有」を解除するか、コピーを保存して、そこでもう一度押して"
        "ください。",
    ),
    "no spreadsheet": (
        "xlnono needs a spreadsheet: open one in Calc and press again.",
        "xlnono は表計算シートで働きます。Calc でシートを開いてから、もう一度押してください。",
    ),
    "no python": (
        "Python cannot be started: {python} ({reason}).\n\n{remedy}",
        "Python を起動できません: {python}({reason})。\n\n{remedy}",
    ),
    "no xlnono": (
        "xlnono is not installed in this Python: {python}\n\n"
        "Install it there with “{python} -m pip install xlnono”. Or choose another Python: "
        "{remedy}",
        "この Python に xlnono がインストールされていません: {python}\n\n"
        "「{python} -m pip install xlnono」でインストールしてください。"
        "別の Python を使うには: {remedy}",
    ),
    "remedy": (
        "write the full path of a Python that has xlnono into the text file\n{file}\n"
        "or create the extension again with that Python (xlnono extension xlnono.oxt) and install "
        "it.",
        "xlnono の入った Python のフルパスを、次のテキストファイルに書いてください。\n{file}\n"
        "または、その Python で拡張機能を作り直し(xlnono extension xlnono.oxt)、"
        "インストールしてください。",
    ),
    "stopped": (
        "xlnono stopped before it was done; the sheet is as it was. Please report this: {reason}",
        "xlnono が途中で止まりました。シートは元のままです。次の内容をお知らせください: {reason}",
    ),
    "failed": (
        "{answer}\n\nThe sheet is as it was.",
        "{answer}\n\nシートは元のままです。",
    ),
    "too long": (
        "xlnono did not answer for {seconds:.0f} seconds and was stopped; the sheet is as it was. "
        "Press again, or try it with a smaller puzzle.",
        "xlnono から{seconds:.0f}秒間応答がないため止めました。シートは元のままです。"
        "もう一度押すか、小さい問題で試してください。",
    ),
}


def text(key: str, language: str, **facts: object) -> str:
    english, japanese = _TEXTS[key]
    translations = {"en": english, "ja": japanese}
    if language not in translations and CATALOGUES.is_file():
        others = json.loads(CATALOGUES.read_text("utf-8"))
        translations[language] = others.get(language, {}).get(english, english)
    return translations.get(language, english).format(**facts)


def entry_title(name: str, language: str) -> str:
    """How the undo list calls a press."""
    captions = json.loads(_CAPTIONS.read_text("utf-8")).get(name, {"en-US": name})
    return f"xlnono: {captions.get(language, captions['en-US'])}"


class Problem(Exception):
    """An error with a message of its own."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts
