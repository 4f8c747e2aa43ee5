"""Makes the extension that puts the buttons into LibreOffice Calc."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import xlnono
from xlnono.buttons.catalogue import BUTTONS, PRESSES
from xlnono.errors import XlnonoError
from xlnono.files.writing import FileExists, write_whole
from xlnono.language import LANGUAGES, Text

_SOURCE = Path(__file__).with_name("calc_extension")
_CREATED = (2026, 1, 1, 0, 0, 0)
"""A fixed date, so that the same Python always makes the same file."""
_REGISTRY = "http://openoffice.org/2001/registry"
_DOCUMENTS = "com.sun.star.sheet.SpreadsheetDocument"
_MENU = "xlnono.calc"


class NotOxtName(XlnonoError):
    code = "not-oxt-name"
    template = Text(
        "an extension for LibreOffice must be an .oxt file: choose a name that ends in .oxt.",
        "LibreOffice の拡張機能は .oxt 形式です。末尾が .oxt の名前にしてください。",
    )


def make(path: str | os.PathLike[str]) -> None:
    """Write the extension, which will start the running Python.

    Raises NotOxtName, FileExists or what `write_whole` raises; then there is no new file.
    """
    path = Path(path)
    try:
        if path.suffix.lower() != ".oxt":
            raise NotOxtName
        if os.path.exists(path):  # noqa: PTH110 - Path.exists raises on long names
            raise FileExists
        content = BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as package:
            for name, part in sorted(_parts()):
                package.writestr(zipfile.ZipInfo(name, _CREATED), part, zipfile.ZIP_DEFLATED)
        write_whole(path, content.getvalue())
    except XlnonoError as error:
        raise error.at(file=str(path)) from None


def _parts() -> Iterator[tuple[str, bytes]]:
    """The files of the extension: those of its folder, and those that depend on this machine."""
    for source in _SOURCE.rglob("*"):
        if source.suffix in (".py", ".xml", ".xcu"):
            part = source.read_bytes()
            if source.name == "description.xml":
                part = part.replace(b"{version}", xlnono.__version__.encode())
            yield source.relative_to(_SOURCE).as_posix(), part
    others = {
        language: dict(catalogue.texts)
        for language, catalogue in LANGUAGES.items()
        if catalogue.texts
    }
    if others:
        yield "pythonpath/xlnono_calc/catalogues.json", json.dumps(others).encode()
    captions = {name: _captions(button.caption) for name, button in PRESSES.items()}
    yield "pythonpath/xlnono_calc/captions.json", json.dumps(captions).encode()
    yield "python.txt", sys.executable.encode()
    yield "Addons.xcu", _addons()


def _addons() -> bytes:
    """The menu and the toolbar, in the format of LibreOffice's registry."""
    ElementTree.register_namespace("oor", _REGISTRY)
    root = ElementTree.Element(f"{{{_REGISTRY}}}component-data")
    root.set(f"{{{_REGISTRY}}}name", "Addons")
    root.set(f"{{{_REGISTRY}}}package", "org.openoffice.Office")
    interface = _node(root, "AddonUI")
    menu = _node(_node(interface, "OfficeMenuBar"), _MENU, new=True)
    _property(menu, "Title", {"en-US": "xlnono"})
    _property(menu, "Context", {"": _DOCUMENTS})
    bar = _node(_node(interface, "OfficeToolBar"), _MENU, new=True)
    for place, offered in ((_node(menu, "Submenu"), PRESSES), (bar, BUTTONS)):
        for number, (command, button) in enumerate(offered.items()):
            item = _node(place, f"button{number}", new=True)
            _property(item, "URL", {"": f"vnd.xlnono:{command}"})
            _property(item, "Title", _captions(button.caption))
            _property(item, "Target", {"": "_self"})
            _property(item, "Context", {"": _DOCUMENTS})
    return bytes(ElementTree.tostring(root, "utf-8", xml_declaration=True))


def _captions(caption: Text) -> dict[str, str]:
    """A caption in the registry's format; "en-US" is the fallback."""
    others = {language: caption.of(language) for language in LANGUAGES if language != "en"}
    return {"en-US": caption.en, **others}


def _node(parent: ElementTree.Element, name: str, *, new: bool = False) -> ElementTree.Element:
    node = ElementTree.SubElement(parent, "node", {f"{{{_REGISTRY}}}name": name})
    if new:
        node.set(f"{{{_REGISTRY}}}op", "replace")
    return node


def _property(parent: ElementTree.Element, name: str, values: dict[str, str]) -> None:
    """A text property, by language if there are several."""
    prop = ElementTree.SubElement(parent, "prop", {f"{{{_REGISTRY}}}name": name})
    for language, text in values.items():
        value = ElementTree.SubElement(prop, "value")
        value.text = text
        if language:
            value.set("{http://www.w3.org/XML/1998/namespace}lang", language)
