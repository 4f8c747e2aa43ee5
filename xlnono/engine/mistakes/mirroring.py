"""Mirror images of puzzles and pictures."""

from __future__ import annotations

from dataclasses import dataclass

from xlnono.engine.decide.picture import Picture
from xlnono.engine.line import reversed_mask
from xlnono.engine.mistakes.typed_clues import TypedClues


@dataclass(frozen=True)
class Flip:
    """Turns puzzles of one size: `rows` exchanges top and bottom, `columns` left and right."""

    size: TypedClues
    rows: bool = False
    columns: bool = False

    def line(self, line: int) -> int:
        """Where a line gets to."""
        axis = self.size.axis(line)
        turned = self.rows if line < self.size.height else self.columns
        return axis[-1 - (line - axis.start)] if turned else line

    def _turns_cells(self, line: int) -> bool:
        """Whether the first cell of a line becomes its last."""
        return self.columns if line < self.size.height else self.rows

    def clues(self, typed: TypedClues) -> TypedClues:
        return TypedClues(
            typed.height,
            typed.width,
            tuple(
                typed.clues[self.line(line)][:: -1 if self._turns_cells(line) else 1]
                for line in range(len(typed.clues))
            ),
        )

    def picture(self, picture: Picture) -> Picture:
        masks = []
        for line in range(len(picture)):
            mask = picture[self.line(line)]
            turns = self._turns_cells(line)
            masks.append(reversed_mask(mask, self.size.length(line)) if turns else mask)
        return Picture.of_masks(masks, self.size.height, self.size.width)
