"""What openpyxl drops on saving and can be put back: formula results, ignored errors."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from lxml import etree

from xlnono.workbook.losses import sheet_parts

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_AFTER_IGNORED_ERRORS = {
    _MAIN + name
    for name in (
        *("smartTags", "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture"),
        *("oleObjects", "controls", "webPublishItems", "tableParts", "extLst"),
    )
}

Result = tuple[str, str]
"""The type of a stored formula result ("n", "str", "b", "e", "d") and its text."""


def results(content: bytes) -> dict[str, Result]:
    """The stored results of the formulas of a sheet's part, by cell address."""
    found: dict[str, Result] = {}
    if b"<f" not in content:
        return found
    for _, cell in etree.iterparse(BytesIO(content), tag=_MAIN + "c"):
        value = cell.find(_MAIN + "v")
        if cell.find(_MAIN + "f") is not None and value is not None:
            kind = cell.get("t", "n")
            if value.text or kind == "str":
                found[cell.get("r", "")] = kind, value.text or ""
        cell.clear()
    return found


def _ignored_errors(source: bytes) -> etree._Element | None:
    if b"<ignoredErrors" not in source:
        return None
    return etree.fromstring(source).find(_MAIN + "ignoredErrors")


def _put_back(saved: bytes, stored: Mapping[str, Result], ignored: etree._Element | None) -> bytes:
    if not stored and ignored is None:
        return saved
    root = etree.fromstring(saved)
    for cell in root.iter(_MAIN + "c"):
        result = stored.get(cell.get("r", ""))
        if result is not None and cell.find(_MAIN + "f") is not None:
            kind, text = result
            if kind != "n":
                cell.set("t", kind)
            value = cell.find(_MAIN + "v")
            if value is None:
                value = etree.SubElement(cell, _MAIN + "v")
            value.text = text
    if ignored is not None:
        place = next(
            (k for k, child in enumerate(root) if child.tag in _AFTER_IGNORED_ERRORS), len(root)
        )
        root.insert(place, ignored)
        etree.cleanup_namespaces(ignored)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True, standalone=True)


def restored(saved: bytes, source: bytes, new_results: Mapping[str, Mapping[str, Result]]) -> bytes:
    """The saved workbook with what its source had and openpyxl dropped.

    `new_results` are those of sheets that were written anew, which get nothing else.
    """
    with ZipFile(BytesIO(saved)) as new, ZipFile(BytesIO(source)) as old:
        old_parts, new_parts = sheet_parts(old), sheet_parts(new)
        changed = {}
        for sheet, part in new_parts.items():
            before = after = new.read(part)
            if sheet in new_results:
                after = _put_back(before, new_results[sheet], None)
            elif sheet in old_parts:
                had = old.read(old_parts[sheet])
                after = _put_back(before, results(had), _ignored_errors(had))
            if after != before:
                changed[part] = after
        if not changed:
            return saved
        stream = BytesIO()
        with ZipFile(stream, "w", ZIP_DEFLATED) as whole:
            for entry in new.infolist():
                content = changed.get(entry.filename)
                whole.writestr(entry, new.read(entry) if content is None else content)
    return stream.getvalue()
