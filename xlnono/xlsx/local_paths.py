"""Takes folders of a computer out of a workbook file: a file stays named, but not where it lay."""

from __future__ import annotations

import re

from xlnono.patterns import pattern
from xlnono.xlsx.parts import OFFICE, Relations, element_name, main, put, relations_part
from xlnono.xlsx.removing import cut_keys, take_out
from xlnono.xlsx.xml import parse, serialise
from xlnono.xlsx.zip_archive import Archive

_ID = f"{{{OFFICE}}}id"
_LOCAL = pattern(r"(?:file:|[A-Za-z]:[\\/]|\\\\|/)")
_DESCRIBED = pattern(r"(?:file:|[A-Za-z]:[\\/]|\\\\|/(?:Users|home)/)")
_CONSTANT = pattern(r'"([^"]*)"')
_ACCOUNT = pattern(r"(?i)(?<![^;])\s*(?:user id|uid|password|pwd|workstation id|wsid)\s*=[^;]*;?")
_IN_CONNECTION = pattern(r"(=\s*[\"']?)(?:file:|[A-Za-z]:[\\/]|\\\\)[^;\"']*[\\/]")


def is_local(target: str) -> bool:
    """Whether a link leads to a file on a computer or in its network."""
    return bool(_LOCAL.match(target))


def parts_with_relations(archive: Archive) -> list[str]:
    return [name for name in archive.names if relations_part(name) in archive]


def shorten_paths(archive: Archive, workbook: str) -> int:
    """Remove the folders of linked files, data sources and pictures; returns their number.

    Links of cells and drawings that readers follow stay.
    """
    related = Relations(archive, workbook)
    links = related.targets("externalLink")
    for part in links:
        _drop_other_addresses(archive, part)
    linking = {*links, *related.targets("pivotCacheDefinition")}
    count = _shorten_names(archive, workbook)
    for part in parts_with_relations(archive):
        count += _shorten_targets(archive, part, everywhere=part in linking)
        for _, relation in Relations(archive, part):
            if relation.kind == "drawing" and relation.target in archive:
                count += _shorten_descriptions(archive, relation.target)
    return count + sum(_clean_connections(archive, part) for part in related.targets("connections"))


def _file_name(path: str) -> str:
    return re.split(r"[\\/]", path)[-1]


def _shorten_targets(archive: Archive, part: str, *, everywhere: bool) -> int:
    """Let the relations of a part to files elsewhere name them without their folders."""
    relations = Relations(archive, part)
    external = ((key, each) for key, each in relations if each.external)
    shorter = [
        (key, name)
        for key, each in external
        if each.kind != "hyperlink" and (everywhere or is_local(each.target))
        if (name := _file_name(each.target)) not in ("", each.target)
    ]
    for key, name in shorter:
        relations.lead_to(key, name)
    if shorter:
        put(archive, relations.part, relations.content())
    return len(shorter)


def _shorten_names(archive: Archive, workbook: str) -> int:
    """Let defined names that stand for the path of a file stand for its name."""
    root = parse(archive.read(workbook), workbook)
    paths = [
        (name, held[1])
        for name in root.iter(main("definedName"))
        if (held := _CONSTANT.fullmatch(name.text or "")) and _DESCRIBED.match(held[1])
    ]
    for name, path in paths:
        name.text = f'"{_file_name(path)}"'
    if paths:
        put(archive, workbook, serialise(root))
    return len(paths)


def _shorten_descriptions(archive: Archive, part: str) -> int:
    """Let the descriptions of pictures name files without their folders."""
    root = parse(archive.read(part), part)
    paths = [
        (element, field, text)
        for element in root.iter("*")
        for field in ("descr", "title")
        if (text := element.get(field, "")) and _DESCRIBED.match(text)
    ]
    for element, field, text in paths:
        element.set(field, _file_name(text))
    if paths:
        put(archive, part, serialise(root))
    return len(paths)


def _clean_connections(archive: Archive, part: str) -> int:
    """Remove the folders of data sources, and the accounts with which they are opened."""
    if part not in archive:
        return 0
    root = parse(archive.read(part), part)
    count = 0
    for element in root.iter("*"):
        for field in ("sourceFile", "odcFile"):
            count += bool(element.attrib.pop(field, ""))
        if is_local(address := str(element.get("url", ""))):
            element.set("url", _file_name(address))
            count += 1
        text = element.get("connection", "")
        clean = _IN_CONNECTION.sub(r"\1", _ACCOUNT.sub("", text))
        if clean != text:
            element.set("connection", clean)
            count += 1
    if count:
        put(archive, part, serialise(root))
    return count


def _drop_other_addresses(archive: Archive, part: str) -> None:
    """Remove the other places where a linked workbook was found."""
    root = parse(archive.read(part), part)
    elsewhere = [each for each in root.iter("*") if element_name(each) == "alternateUrls"]
    for each in elsewhere:
        keys = [str(value) for name, value in each.attrib.items() if str(name) == _ID]
        keys += [address.get(_ID, "") for address in each.iter("*")]
        take_out(each)
        cut_keys(archive, part, keys)
    if elsewhere:
        put(archive, part, serialise(root))
