"""What openpyxl would lose of a workbook, found in the parts of the file."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import NamedTuple
from zipfile import ZipFile

from xlnono.errors import Language, XlnonoError

_NAMES: dict[str, tuple[str, str]] = {
    "shapes": ("text boxes or shapes", "テキストボックスや図形"),
    "diagrams": ("SmartArt", "SmartArt"),
    "new-charts": ("newer kinds of chart", "新しい種類のグラフ"),
    "pictures": ("pictures", "画像"),
    "background": ("sheet background", "シートの背景"),
    "checkboxes": ("check boxes in cells", "セル内のチェックボックス"),
    "sparklines": ("sparklines", "スパークライン"),
    "data-bars": (
        "newer data bars or conditional formats",
        "新しいデータバーや条件付き書式",
    ),
    "newer-lists": ("validation that refers to other sheets", "他のシートを参照する入力規則"),
    "slicers": ("slicers or timelines", "スライサーやタイムライン"),
    "extensions": ("newer sheet features", "シートの新しい機能"),
    "dynamic-arrays": ("dynamic array formulas", "動的配列数式"),
    "rich-values": ("pictures or data types in cells", "セル内の画像やデータ型"),
    "rich-text": ("cells with several fonts or colours", "一部だけ書式の違う文字のあるセル"),
    "note-and-buttons": (
        "notes together with several buttons",
        "メモと複数のボタンの組み合わせ",
    ),
    "controls": ("buttons or other controls", "ボタンなどのコントロール"),
    "activex": ("ActiveX controls", "ActiveX コントロール"),
    "threads": ("threaded comments", "スレッド形式のコメント"),
    "objects": ("embedded objects", "埋め込みオブジェクト"),
    "header-pictures": ("pictures in the header or footer", "ヘッダーやフッターの画像"),
    "connections": ("data connections", "データ接続"),
}

_EXTENSIONS = {
    "05C60535-1F16-4FD2-B633-F4F36F0B64E0": "sparklines",
    "78C0D931-6437-407D-A8EE-F0AAD7539E65": "data-bars",
    "CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF": "newer-lists",
    "A8765BA9-456A-4DAB-B4F3-ACF838C121DE": "slicers",
    "3A4CF648-6AED-40F4-86FF-DC5316D8AED3": "slicers",
    "7E03D99C-DC04-49D9-9315-930204A7B6E9": "slicers",
}
# The first only links a rule to its newer twin, the second is a view of Excel for Mac.
_HARMLESS_EXTENSIONS = {
    "B025F937-C7B1-47D3-B67F-A62EFF666E3E",
    "64002731-A6B0-56B0-2670-7721B7C09600",
}

_DROPPED_PICTURES = (".emf", ".wmf")

_ATTRIBUTE = r'\b{}="([^"]*)"'
_RELATIONSHIP = re.compile(rb"<(?:\w+:)?Relationship\b[^>]*>")
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b[^>]*>")
_STRING = re.compile(rb"<si>.*?</si>|<si/>", re.DOTALL)
_CONTROL_SHAPES = re.compile(
    rb'<(?:\w+:)?AlternateContent\b(?:(?!</?(?:\w+:)?AlternateContent).)*?Requires="a14".*?'
    rb"</(?:\w+:)?AlternateContent>",
    re.DOTALL,
)
_SHAPE = re.compile(rb"<(?:\w+:)?(?:sp|cxnSp|grpSp)[ >]")
_TEXT_CELL = re.compile(rb'<c\b[^>]*\bt="s"[^>]*><v>(\d+)</v>')
_STYLED_CELL = re.compile(rb'<c\b[^>]*\bs="(\d+)"')


class Loss(NamedTuple):
    """A kind of content that would be lost; `sheet` is None if it is the whole workbook's."""

    sheet: str | None
    kind: str

    def named(self, language: Language) -> str:
        name = _NAMES[self.kind][0 if language == "en" else 1]
        if self.sheet is None:
            return name
        return f"{name} (“{self.sheet}”)" if language == "en" else f"{name}(「{self.sheet}」)"


class Losses(NamedTuple):
    """Everything that would be lost."""

    losses: tuple[Loss, ...]

    def named(self, language: Language) -> str:
        separator = ", " if language == "en" else "、"
        return separator.join(loss.named(language) for loss in self.losses)


class WouldLose(XlnonoError):
    code = "would-lose"
    english = (
        "this workbook holds parts that would be lost: {parts}. Nothing was written. Move the "
        "puzzle to a workbook of its own, or remove these parts."
    )
    japanese = (
        "このブックを書き換えると失われるものがあります: {parts}。何も書き込んでいません。"
        "問題を別のブックに移すか、これらを取り除いてください。"
    )


def _attribute(tag: bytes, name: str) -> str:
    match = re.search(_ATTRIBUTE.format(name).encode(), tag)
    return match[1].decode() if match else ""


def _unescaped(text: str) -> str:
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'")):
        text = text.replace(entity, character)
    text = re.sub(r"&#(\d+);", lambda match: chr(int(match[1])), text)
    return text.replace("&amp;", "&")


def relations(parts: ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Type (its last word) and target part of the relations of a part, by their id."""
    folder, name = posixpath.split(part)
    path = posixpath.join(folder, "_rels", f"{name}.rels")
    if path not in parts.namelist():
        return {}
    found = {}
    for tag in _RELATIONSHIP.findall(parts.read(path)):
        target = _unescaped(_attribute(tag, "Target"))
        if _attribute(tag, "TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
        found[_attribute(tag, "Id")] = _attribute(tag, "Type").rsplit("/", 1)[-1], target
    return found


def sheet_parts(parts: ZipFile) -> dict[str, str]:
    """The part of each sheet, by the sheet's name."""
    workbook = next(
        target for kind, target in relations(parts, "").values() if kind == "officeDocument"
    )
    targets = relations(parts, workbook)
    sheets = {}
    for tag in _SHEET.findall(parts.read(workbook)):
        kind, target = targets.get(_attribute(tag, r"(?:\w+:)?id"), ("", ""))
        if kind in ("worksheet", "chartsheet"):
            sheets[_unescaped(_attribute(tag, "name"))] = target
    return sheets


def _rich_strings(parts: ZipFile) -> set[bytes]:
    """The numbers of the shared strings that hold several fonts."""
    if "xl/sharedStrings.xml" not in parts.namelist():
        return set()
    content = parts.read("xl/sharedStrings.xml")
    if b"<r>" not in content:
        return set()
    return {str(k).encode() for k, text in enumerate(_STRING.findall(content)) if b"<r>" in text}


def _checkbox_styles(parts: ZipFile) -> set[bytes]:
    """The numbers of the cell formats that make a check box."""
    if "xl/styles.xml" not in parts.namelist():
        return set()
    content = parts.read("xl/styles.xml")
    if b"xfComplement" not in content:
        return set()
    formats = content.partition(b"<cellXfs")[2].partition(b"</cellXfs>")[0]
    return {
        str(k).encode()
        for k, text in enumerate(re.split(rb"<xf\b", formats)[1:])
        if b"xfComplement" in text
    }


def _losses_of_sheet(content: bytes, rich: set[bytes], checkboxes: set[bytes]) -> Iterator[str]:
    _, _, rest = content.rpartition(b"</sheetData>")
    if re.search(rb"<(?:\w+:)?picture\b", rest):
        yield "background"
    for uri in re.findall(rb'<ext\b[^>]*\buri="\{([^}]*)\}"', rest):
        if (key := uri.decode().upper()) not in _HARMLESS_EXTENSIONS:
            yield _EXTENSIONS.get(key, "extensions")
    if b"<oleObject" in rest:
        yield "objects"
    if b"legacyDrawingHF" in rest:
        yield "header-pictures"
    if b' cm="' in content:
        yield "dynamic-arrays"
    if b' vm="' in content:
        yield "rich-values"
    shared = rich and any(number in rich for number in _TEXT_CELL.findall(content))
    if shared or b"<is><r>" in content:
        yield "rich-text"
    if checkboxes and any(number in checkboxes for number in _STYLED_CELL.findall(content)):
        yield "checkboxes"


def _keeps_pictures() -> bool:
    """openpyxl keeps pictures only where pillow is installed."""
    return find_spec("PIL") is not None


def _losses_of_relations(parts: ZipFile, part: str, macros: bool) -> Iterator[str]:
    for kind, target in relations(parts, part).values():
        if kind == "drawing" and target in parts.namelist():
            drawing = _CONTROL_SHAPES.sub(b"", parts.read(target))
            if _SHAPE.search(drawing):
                yield "shapes"
            if b"drawingml/2006/diagram" in drawing:
                yield "diagrams"
            if b"chartex" in drawing:
                yield "new-charts"
            images = [image for role, image in relations(parts, target).values() if role == "image"]
            if images and (
                not _keeps_pictures() or any(image.endswith(_DROPPED_PICTURES) for image in images)
            ):
                yield "pictures"
        elif kind == "vmlDrawing" and target in parts.namelist():
            shapes = re.findall(rb'ObjectType="(\w+)"', parts.read(target))
            controls = [shape for shape in shapes if shape not in (b"Note", b"Pict")]
            if controls and not macros:
                yield "controls"
            elif len(controls) > 1 and b"Note" in shapes:
                yield "note-and-buttons"
        elif kind == "control":
            yield "activex"
        elif kind == "threadedComment":
            yield "threads"
        elif kind == "queryTable":
            yield "connections"


def losses(parts: ZipFile) -> tuple[Loss, ...]:
    """What openpyxl would lose of the workbook in a zip file, sheet by sheet.

    What it drops but `restoring` puts back is not among it.
    """
    names = parts.namelist()
    macros = "xl/vbaProject.bin" in names
    rich, checkboxes = _rich_strings(parts), _checkbox_styles(parts)
    found: dict[Loss, None] = {}
    for sheet, part in sheet_parts(parts).items():
        content = parts.read(part)
        for kind in _losses_of_sheet(content, rich, checkboxes):
            found[Loss(sheet, kind)] = None
        for kind in _losses_of_relations(parts, part, macros):
            found[Loss(sheet, kind)] = None
    if "xl/connections.xml" in names:
        found[Loss(None, "connections")] = None
    return tuple(found)
