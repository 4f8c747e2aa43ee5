"""The undo entry of a press: one step back restores everything, one step forward repeats it.

LibreOffice records most changes, but not all of them exactly. Conditional formats, styles, the
fitted heights of rows and, in documents with VBA, new sheets are left to actions of our own.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator

import unohelper
from com.sun.star.document import XUndoAction

from .conditions import Conditions

Work = Callable[[], None]
_WIDTH, _DEPTH = 10, 3


def nothing() -> None:
    """What one direction of an action of ours can consist of."""


class _Action(unohelper.Base, XUndoAction):
    """A part of an entry in the undo list."""

    def __init__(self, title: str, undo: Work, redo: Work) -> None:
        self.Title, self._undo, self._redo = title, undo, redo

    def undo(self) -> None:
        self._undo()

    def redo(self) -> None:
        self._redo()


class Step:
    """What a press changes in a document, as one entry of the undo list.

    The entry begins with the first change. Without a change there is none.
    """

    def __init__(self, model: Any, title: str) -> None:
        self._model, self._manager, self._title = model, model.UndoManager, title
        self._open = self._locked = False
        self._levels: list[int] = []
        """How many parts there are on each open level of the tree."""
        self._modified = model.isModified()
        self._place = _Place(model)

    @contextmanager
    def part(self) -> Iterator[None]:
        """Make a few changes that belong together.

        LibreOffice forgets the first ones of an entry with more than a hundred. So the parts of
        the entry are entries themselves, as the leaves of a tree.
        """
        if not self._open:
            self._begin()
        while self._levels and self._levels[-1] == _WIDTH:
            self._levels.pop()
            self._manager.leaveUndoContext()
        if self._levels:
            self._levels[-1] += 1
        while len(self._levels) < _DEPTH:
            self._levels.append(1)
            self._manager.enterUndoContext(self._title)
        self._manager.enterUndoContext(self._title)
        try:
            yield
        finally:
            self._manager.leaveUndoContext()

    def _begin(self) -> None:
        self._open = True
        self._conditions = Conditions(self._model)
        self._manager.enterUndoContext(self._title)
        # Reached last when the entry is undone, and first when it is redone.
        self._add(self._settle, self._hold)
        self._hold()

    def _close(self, undo: Work, redo: Work) -> None:
        """End the entry with what is reached first when it is undone, and last when redone."""
        for _ in self._levels:
            self._manager.leaveUndoContext()
        self._levels.clear()
        self._add(undo, redo)
        self._manager.leaveUndoContext()
        self._open = False

    def _add(self, undo: Work, redo: Work) -> None:
        self._manager.addUndoAction(_Action(self._title, undo, redo))

    def repeat(self, work: Work, undo: Work = nothing) -> None:
        """Do something that LibreOffice does not record, now and whenever the entry is redone.

        It must not change what cells hold or how they look: LibreOffice would record that, and
        lose what can be redone.
        """
        work()
        self._add(undo, work)

    def end(self, view: Work) -> None:
        """Finish the entry; `view` shows its results, now and when it is redone."""
        if not self._open:
            view()
            return

        view()
        self._release()
        place, conditions = _Place(self._model), Conditions(self._model)

        def finish() -> None:
            conditions.put_back()
            view()
            self._release()
            place.show()

        self._close(self._hold, finish)

    def take_back(self) -> None:
        """Undo everything so far, and leave no entry."""
        if self._open:
            self._close(self._hold, nothing)
            self._manager.undo()
            self._manager.clearRedo()
            self._model.setModified(self._modified)

    def _hold(self) -> None:
        # LibreOffice would fit the heights of rows, and not restore those from a file.
        self._model.IsAdjustHeightEnabled = False
        self._locked = self._model.hasControllersLocked()

    def _release(self) -> None:
        self._model.IsAdjustHeightEnabled = True
        # Undoing a press that was shown step by step can leave them locked.
        while self._model.hasControllersLocked() and not self._locked:
            self._model.unlockControllers()

    def _settle(self) -> None:
        self._conditions.put_back()
        self._release()
        self._place.show()


class _Place:
    """The sheet that is shown, and what is selected on it."""

    def __init__(self, model: Any) -> None:
        self._model, self._title = model, model.CurrentController.ActiveSheet.Name
        selected = model.CurrentSelection
        if hasattr(selected, "RangeAddresses"):
            self._areas = tuple(selected.RangeAddresses)
        elif hasattr(selected, "RangeAddress"):
            self._areas = (selected.RangeAddress,)
        else:
            self._areas = ()

    def show(self) -> None:
        controller, sheets = self._model.CurrentController, self._model.Sheets
        if controller is None or not sheets.hasByName(self._title):
            return
        controller.setActiveSheet(sheets.getByName(self._title))
        if self._areas:
            cells = self._model.createInstance("com.sun.star.sheet.SheetCellRanges")
            cells.addRangeAddresses(self._areas, False)
            controller.select(cells.getByIndex(0) if cells.Count == 1 else cells)
