"""Random workbooks read by the project and by openpyxl; the tests describe how the two differ."""

import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.styles import Border, PatternFill, Side
from openpyxl.styles.colors import Color
from openpyxl.workbook.defined_name import DefinedName

from tests.support.openpyxl_book import OpenpyxlBook
from tests.support.strategies import examples
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Dated
from xlnono.xlsx.book import open_book

AREA = Area(1, 1, 16, 8)
MERGES = [Area.parse(text) for text in ("A13:B14", "D13:H13", "F15:F16")]

texts = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="_\ufffe\uffff"), min_size=1
).filter(lambda text: text[0] not in "=#{")
dates = st.datetimes(datetime.datetime(1900, 3, 1), datetime.datetime(2199, 12, 31))
results = st.one_of(st.integers(-999, 999), st.booleans(), st.sampled_from(["", "a b", "#N/A"]))
values = st.one_of(
    st.none(),
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.booleans(),
    texts,
    dates.map(lambda moment: moment.replace(microsecond=0)),
    st.tuples(st.sampled_from(["=A1+1", "=SUM(B:B)", '="x"&A2']), results),
)
colours = st.one_of(
    st.none(),
    st.sampled_from(["FF0000", "00B050", "FFF2CC", "262626"]),
    st.tuples(st.integers(0, 9), st.sampled_from([0, 1, 2, 3, 4, 5])),
)
sides = st.sampled_from(["", "left", "right", "top", "bottom"])
cells = st.dictionaries(
    st.tuples(st.integers(1, 12), st.integers(1, 8)), st.tuples(values, colours, sides), max_size=20
)
names = st.dictionaries(
    st.sampled_from(["here", "Grid", "表"]), st.sampled_from(["'a b'!$A$1", "'a b'!$B$2:$C$9"])
)


def by_openpyxl(path, held, merges, named):
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "a b"
    for (row, column), (value, colour, side) in held.items():
        cell = sheet.cell(row, column)
        if isinstance(value, tuple):
            cell.value = value[0]
        elif isinstance(value, str):
            cell.value, cell.data_type = value, "s"
        else:
            cell.value = value
        if colour is not None:
            theme = isinstance(colour, tuple)
            made = (
                Color(theme=colour[0], tint=colour[1] / 5 - 0.5) if theme else Color("FF" + colour)
            )
            cell.fill = PatternFill("solid", fgColor=made)
        if side:
            cell.border = Border(**{side: Side("thin")})
    for area in merges:
        sheet.merge_cells(area.address)
    for name, refers_to in named.items():
        sheet.defined_names[name] = DefinedName(name, attr_text=refers_to)
    workbook.save(path)


def by_xlsxwriter(path, held, merges, named):
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("a b")
        for (row, column), (value, colour, side) in held.items():
            look = {"num_format": "yyyy-mm-dd hh:mm"} if isinstance(value, datetime.date) else {}
            if colour is not None:
                theme = isinstance(colour, tuple)
                look["bg_color"] = xlsxwriter.color.Color.theme(*colour) if theme else "#" + colour
            if side:
                look[side] = 1
            place, made = (row - 1, column - 1), workbook.add_format(look) if look else None
            match value:
                case None:
                    sheet.write_blank(*place, None, made)
                case (formula, result):
                    sheet.write_formula(*place, formula, made, result)
                case bool():
                    sheet.write_boolean(*place, value, made)
                case str():
                    sheet.write_string(*place, value, made)
                case datetime.date():
                    sheet.write_datetime(*place, value, made)
                case _:
                    sheet.write_number(*place, value, made)
        for area in merges:
            sheet.merge_range(area.address, "merged")
        for name, refers_to in named.items():
            workbook.define_name(f"'a b'!{name}", f"={refers_to}")


def plain(value):
    """A value without what the two tell in different words."""
    if not isinstance(value, Dated):
        return type(value) if isinstance(value, bool) else None, value
    # Both round parts of a day in their own way.
    half = datetime.timedelta(seconds=0.5)
    return Dated, (value.moment + half).replace(microsecond=0)


@examples(60)
@given(
    st.sampled_from([by_openpyxl, by_xlsxwriter]), cells, st.sets(st.sampled_from(MERGES)), names
)
def test_both_read_the_same(write, held, merges, named):
    with TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        write(path, held, sorted(merges), named)
        ours, theirs = open_book(path).sheets()[0], OpenpyxlBook(path).sheets()[0]
        assert ours.title == theirs.title
        assert ours.names() == theirs.names()
        assert sorted(ours.merged()) == sorted(theirs.merged())
        pairs = zip(ours.values(AREA), theirs.values(AREA), strict=True)
        for row, (one, other) in enumerate(pairs, 1):
            assert list(map(plain, one)) == list(map(plain, other)), row
        above = AREA._replace(height=12)
        assert ours.fills(above) == theirs.fills(above)
        assert ours.bordered(above) == theirs.bordered(above)
        if not merges:
            assert ours.used() == theirs.used()
