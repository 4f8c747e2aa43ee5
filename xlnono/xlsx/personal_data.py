"""Takes personal data out of a workbook file: who made it, where it lay, and with which printer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from xlnono.patterns import pattern
from xlnono.xlsx.local_paths import is_local, parts_with_relations, shorten_paths
from xlnono.xlsx.parts import OFFICE, Element, Relations, element_name, main, put
from xlnono.xlsx.removing import cut, cut_keys, cut_kinds, sheet_parts, take_out, workbook_part
from xlnono.xlsx.xml import parse, serialise
from xlnono.xlsx.zip_archive import Archive

_ID = f"{{{OFFICE}}}id"
_AUTHORED = ("creator", "lastModifiedBy", "created", "modified", "lastPrinted", "revision")
"""The core properties that say who worked on the file, and when."""
_PROGRAM = ("Application", "AppVersion", "DocSecurity", "ScaleCrop")
"""The extended properties that say nothing but which program wrote the file."""
_ABOUT_CONTENT = (
    "HeadingPairs", "TitlesOfParts", "LinksUpToDate", "SharedDoc", "HyperlinksChanged", "HLinks",
)  # fmt: skip
"""Extended properties that only repeat what the workbook contains."""
_FROM_PACKAGE = ("thumbnail", "classificationlabels", "origin")
_FROM_WORKBOOK = ("revisionHeaders", "usernames")
_METADATA = pattern(rb"schemas\.microsoft\.com/(?:office/2006/metadata|sharepoint)|FormTemplates")
_AUTHOR = "Author {number}"
_PERMISSIONS = (b"<scenario", b"securityDescriptor", b"customProperties", b"webPublishItem")
"""What stands in a sheet with data of people: who made a scenario, who may change a range, what
add-ins noted, and where a copy for the web was written."""


def remove_personal_data(archive: Archive, keeping: Collection[str]) -> Counter[str]:
    """Take personal data out of a workbook; returns how much of each kind there was.

    `keeping` are the names of the custom properties that stay.
    """
    removed: Counter[str] = Counter()
    workbook = workbook_part(archive)
    removed["properties"] = (
        _drop_properties(archive, "core-properties", lambda each: element_name(each) in _AUTHORED)
        + _drop_properties(
            archive, "extended-properties", lambda each: element_name(each) not in _PROGRAM
        )
        + _drop_properties(
            archive, "custom-properties", lambda each: each.get("name") not in keeping
        )
    )
    removed["package"] = cut_kinds(archive, "", *_FROM_PACKAGE)
    removed["package"] += cut_kinds(archive, workbook, *_FROM_WORKBOOK)
    removed["package"] += cut(
        archive,
        workbook,
        lambda relation: (
            relation.kind == "customXml"
            and relation.target in archive
            and _METADATA.search(archive.read(relation.target)) is not None
        ),
    )
    removed["paths"] = _clean_workbook(archive, workbook)
    removed["paths"] += shorten_paths(archive, workbook)
    removed["people"] = _rename_people(archive, workbook)
    for part in parts_with_relations(archive):
        removed["printers"] += _remove_printers(archive, part)
    for part in sheet_parts(archive):
        removed["people"] += _rename_authors(archive, part) + _forget_people(archive, part)
    for part in Relations(archive, workbook).targets("pivotCacheDefinition"):
        removed["people"] += _strip(archive, part, ("refreshedBy",))
    archive.forget_origin()
    return removed


def local_links(archive: Archive) -> int:
    """How many links of sheets and drawings lead to files on a computer or in its network."""
    return sum(
        relation.external and relation.kind == "hyperlink" and is_local(relation.target)
        for part in parts_with_relations(archive)
        for _, relation in Relations(archive, part)
    )


def hidden_sheets(archive: Archive) -> list[str]:
    """The titles of the sheets that are not shown."""
    workbook = workbook_part(archive)
    return [
        entry.get("name", "")
        for entry in parse(archive.read(workbook), workbook).iter(main("sheet"))
        if entry.get("state", "visible") != "visible"
    ]


def _drop_properties(archive: Archive, kind: str, dropped: Callable[[Element], bool]) -> int:
    """Remove entries of a part of document properties; returns how many said something."""
    count = 0
    for part in Relations(archive, "").targets(kind):
        if part not in archive:
            continue
        root = parse(archive.read(part), part)
        gone = [each for each in root if isinstance(each.tag, str) and dropped(each)]
        said = [each for each in gone if element_name(each) not in _ABOUT_CONTENT]
        count += sum(bool("".join(map(str, each.itertext())).strip()) for each in said)
        for each in gone:
            root.remove(each)
        if not len(root) and kind == "custom-properties":
            cut_kinds(archive, "", kind)
        elif gone:
            put(archive, part, serialise(root))
    return count


def _clean_workbook(archive: Archive, workbook: str) -> int:
    """Remove the folder of the file, its revisions, and who reserved it or has views of it."""
    root = parse(archive.read(workbook), workbook)
    count = 0
    for element in [*root.iter("*")]:
        if element_name(element) == "absPath":
            count += 1
        if element_name(element) in ("absPath", "revisionPtr", "documentId"):
            take_out(element)
        elif element_name(element) == "fileSharing" and element.attrib.pop("userName", ""):
            count += 1
        elif element_name(element) == "customWorkbookView" and element.get("personalView") == "1":
            take_out(element)
            _drop_views(archive, element.get("guid", ""))
            count += 1
    put(archive, workbook, serialise(root))
    return count


def _drop_views(archive: Archive, guid: str) -> None:
    """Remove from the sheets what belongs to a view of the workbook."""
    for part in sheet_parts(archive):
        if guid.encode() in archive.read(part):
            root = parse(archive.read(part), part)
            for view in [*root.iter(main("customSheetView"))]:
                if view.get("guid") == guid:
                    take_out(view)
            put(archive, part, serialise(root))


def _remove_printers(archive: Archive, part: str) -> int:
    """Remove the settings of printers, with their names."""
    keys = {key for key, each in Relations(archive, part) if each.kind == "printerSettings"}
    if keys:
        root = parse(archive.read(part), part)
        for setup in root.iter("*"):
            if element_name(setup) == "pageSetup" and setup.get(_ID) in keys:
                del setup.attrib[_ID]
        put(archive, part, serialise(root))
        cut_keys(archive, part, keys)
    return len(keys)


def _rename_people(archive: Archive, workbook: str) -> int:
    """Give numbers to the people who wrote threaded comments."""
    count = 0
    for part in Relations(archive, workbook).targets("person"):
        root = parse(archive.read(part), part)
        for person in root:
            count += 1
            for field, value in (
                ("displayName", _AUTHOR.format(number=count)),
                ("userId", _AUTHOR.format(number=count)),
                ("providerId", "None"),
            ):
                person.set(field, value)
        put(archive, part, serialise(root))
    return count


def _rename_authors(archive: Archive, part: str) -> int:
    """Empty the names of the authors of notes, also where they stand above a note."""
    count = 0
    for name in Relations(archive, part).targets("comments"):
        if name not in archive:
            continue
        root = parse(archive.read(name), name)
        # Threaded comments are found by an author of this form.
        authors = [
            author
            for author in root.iter(main("author"))
            if (author.text or "").strip() and not (author.text or "").startswith("tc={")
        ]
        headings = {f"{author.text}:" for author in authors}
        for author in authors:
            author.text = ""
        for text in root.iter(main("text")):
            first = next(text.iter(main("t")), None)
            if first is not None and (first.text or "").strip() in headings:
                first.text = ""
        if authors:
            put(archive, name, serialise(root))
        count += len(authors)
    return count


def _forget_people(archive: Archive, part: str) -> int:
    """Remove who made scenarios, the accounts that may change a protected range, what add-ins
    noted about a sheet, and the places of copies for the web."""
    if not any(word in archive.read(part) for word in _PERMISSIONS):
        return 0
    root = parse(archive.read(part), part)
    count = 0
    for scenario in root.iter(main("scenario")):
        user = scenario.attrib.pop("user", "")
        if user and str(user) in scenario.get("comment", ""):
            del scenario.attrib["comment"]
        count += bool(user)
    for area in root.iter(main("protectedRange")):
        accounts = [*area.iterchildren(main("securityDescriptor"))]
        count += len(accounts) + bool(area.attrib.pop("securityDescriptor", ""))
        for account in accounts:
            area.remove(account)
    for notes in [
        *root.iterchildren(main("customProperties")),
        *root.iterchildren(main("webPublishItems")),
    ]:
        count += len(notes)
        root.remove(notes)
    put(archive, part, serialise(root))
    cut_kinds(archive, part, "customProperty")
    return count


def _strip(archive: Archive, part: str, fields: Collection[str]) -> int:
    """Remove attributes from a part."""
    if part not in archive:
        return 0
    root = parse(archive.read(part), part)
    count = 0
    for element in root.iter("*"):
        for field in fields:
            count += bool(element.attrib.pop(field, ""))
    if count:
        put(archive, part, serialise(root))
    return count
