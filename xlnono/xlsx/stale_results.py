"""Finds the formulas that refer to changed cells, whose stored results are stale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xlnono.spreadsheet.area import LAST_COLUMN, LAST_ROW, Area
from xlnono.xlsx.formula_references import Name, Names, Seen, StoredResult
from xlnono.xlsx.scanned_sheet import ScannedFormulas

_STEPS, _STEPS_EACH = 1_000_000, 100
"""The most areas to compare, and the additional ones for each result."""
_WHOLE_SHEET = Area.between(1, 1, LAST_ROW, LAST_COLUMN)


def stale(
    results: Sequence[StoredResult],
    changed: Mapping[str, Sequence[Area]],
    names: Names,
    scanned: Mapping[str, ScannedFormulas] | None = None,
) -> list[tuple[str, Area]]:
    """The sheets and areas of stale results: changed areas matter directly or through others.

    `scanned` are formulas by sheet that are not among the results.
    """
    if not any(changed.values()):
        return []
    users = _Users(results, names)
    of_sheet = {title.lower(): (title, formulas) for title, formulas in (scanned or {}).items()}
    found: list[tuple[str, Area]] = []
    done: set[int] = set()
    waiting = users.of_anything

    def follow(title: str, area: Area) -> None:
        waiting.extend(users.of_cells(title, area))
        if title in of_sheet:
            given, formulas = of_sheet[title]
            reached = [Area(row, column) for row, column in formulas.reached(*area)]
            found.extend((given, place) for place in reached)
            for place in reached:
                waiting.extend(users.of_cells(title, place))

    for title, areas in changed.items():
        for area in areas:
            follow(title.lower(), area)
    while waiting:
        number = waiting.pop()
        if number in done:
            continue
        done.add(number)
        if number >= len(results):
            waiting += users.of_name(number)
            continue
        found.append((results[number].title, results[number].area))
        if users.steps_left < 0:
            # The formulas are made to take long. Recalculating too much does no harm.
            for title in of_sheet:
                follow(title, _WHOLE_SHEET)
            return found + [(result.title, result.area) for result in results]
        follow(results[number].title.lower(), results[number].area)
    return found


class _Users:
    """An index of the results by what they refer to; numbers stand for results, then names."""

    def __init__(self, results: Sequence[StoredResult], names: Names) -> None:
        self.of_anything: list[int] = []
        self.steps_left = _STEPS + _STEPS_EACH * len(results)
        self._watched: dict[str, _Watched] = {}
        self._of_name: dict[Name, list[int]] = {}
        self._names: list[Name] = []
        self._first = len(results)
        for number, result in enumerate(results):
            self._register(number, result.seen)
        # The formulas of names can contain names, so more are added during this loop.
        for number, name in enumerate(self._names):
            self._register(self._first + number, names.seen_by(name))

    def _register(self, number: int, seen: Seen) -> None:
        if seen.anything:
            self.of_anything.append(number)
        for title, area in seen.areas:
            watched = self._watched.get(title)
            if watched is None:
                watched = self._watched[title] = _Watched()
            users = watched.users.get(area)
            if users is not None:
                users.append(number)
                continue
            watched.users[area] = [number]
            if area.height > 1 or area.width > 1:
                watched.put_on_tiles(area)
        for name in seen.names:
            if name not in self._of_name:
                self._of_name[name] = []
                self._names.append(name)
            self._of_name[name].append(number)

    def of_name(self, number: int) -> list[int]:
        """Those that use a name."""
        return self._of_name[self._names[number - self._first]]

    def of_cells(self, title: str, area: Area) -> list[int]:
        """Those that refer to cells of an area and were not found before."""
        if title not in self._watched:
            return []
        watched = self._watched[title]
        found = watched.taken(area)
        self.steps_left -= watched.steps
        watched.steps = 0
        return [user for seen in found for user in watched.users.pop(seen, ())]


_Key = tuple[int, int, int, int]
"""An area as a key; plain tuples are quicker to make, and equal to areas."""


class _Watched:
    """An index of the areas of a sheet that results refer to, by place.

    Areas of about the same size are on tiles at least as large, so that each is on at most four
    tiles. Single cells are found directly.
    """

    def __init__(self) -> None:
        self.users: dict[_Key, list[int]] = {}
        self.steps = 0
        self._tiles: dict[tuple[int, int], dict[tuple[int, int], list[Area]]] = {}

    def put_on_tiles(self, area: Area) -> None:
        """Add an area of several cells that is on no tile yet."""
        size = (area.height - 1).bit_length(), (area.width - 1).bit_length()
        tiles = self._tiles.setdefault(size, {})
        for tile in _tiles(area, size):
            tiles.setdefault(tile, []).append(area)

    def taken(self, area: Area) -> list[_Key]:
        """The areas that overlap one, without those whose users were taken out before."""
        found = self._cells(area)
        row, column, height, width = area
        single = height == width == 1
        self.steps += len(self._tiles)
        for size, tiles in self._tiles.items():
            if not single:
                present = self._present(tiles, area, size)
            elif (tile := (row >> size[0], column >> size[1])) in tiles:
                present = [tile]
            else:
                continue
            for tile in present:
                held = tiles[tile]
                self.steps += len(held)
                hit = [seen for seen in held if seen.intersects(area)]
                if len(hit) == len(held):
                    del tiles[tile]
                elif hit:
                    tiles[tile] = [seen for seen in held if not seen.intersects(area)]
                found += hit
        return found

    def _cells(self, area: Area) -> list[_Key]:
        """The single cells within an area."""
        self.steps += 1
        size = area.height * area.width
        if size == 1:
            return [area] if area in self.users else []
        if size < len(self.users):
            self.steps += size
            return [
                cell
                for row in range(area.row, area.last_row + 1)
                for column in range(area.column, area.last_column + 1)
                if (cell := (row, column, 1, 1)) in self.users
            ]
        self.steps += len(self.users)
        return [seen for seen in self.users if seen[2:] == (1, 1) and area.contains(Area(*seen))]

    def _present(
        self, tiles: Mapping[tuple[int, int], list[Area]], area: Area, size: tuple[int, int]
    ) -> list[tuple[int, int]]:
        rows, columns = (
            range(first >> bits, (last >> bits) + 1)
            for first, last, bits in (
                (area.row, area.last_row, size[0]),
                (area.column, area.last_column, size[1]),
            )
        )
        self.steps += min(len(rows) * len(columns), len(tiles))
        if len(rows) * len(columns) < len(tiles):
            return [(row, column) for row in rows for column in columns if (row, column) in tiles]
        return [tile for tile in tiles if tile[0] in rows and tile[1] in columns]


def _tiles(area: Area, size: tuple[int, int]) -> list[tuple[int, int]]:
    """The tiles that an area lies on; it is not larger than one of them."""
    row, column, height, width = area
    top, bottom = row >> size[0], (row + height - 1) >> size[0]
    left, right = column >> size[1], (column + width - 1) >> size[1]
    tiles = [(top, left)]
    if left != right:
        tiles.append((top, right))
    if top != bottom:
        tiles.append((bottom, left))
        if left != right:
            tiles.append((bottom, right))
    return tiles
