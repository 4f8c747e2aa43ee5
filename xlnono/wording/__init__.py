"""The wording of steps, outcomes and grades, in English and Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlnono.deferred import deferred

if TYPE_CHECKING:
    from xlnono.wording.cell_names import GridNames, Names
    from xlnono.wording.corrections import (
        corrected_in_words,
        correction_in_words,
        lines_in_words,
        no_room,
        numbered_corrections,
        proof,
        report_in_words,
    )
    from xlnono.wording.difficulty import cut_short, not_graded, rated, rounds_in_words
    from xlnono.wording.hints import Level, advice
    from xlnono.wording.parts import fixed_cells
    from xlnono.wording.sentences import Reasons, reasons, why, why_visit
    from xlnono.wording.story import (
        first_use_in_words,
        hardest_in_words,
        narrow_in_words,
        steps_in_words,
    )
    from xlnono.wording.terms import explained_name, grade_name, outcome_name, technique_name
else:
    __getattr__ = deferred(__name__)
