"""Everything a person sees in a document that Calc has open, to be compared before and after."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

from tests.support.office import the_office

State = dict[str, object]
"""What is where: the keys name the sheet, the place and the property."""


def state(document: Any) -> State:
    """The whole of a document, cell by cell."""
    from com.sun.star.beans import NamedValue

    office = the_office()
    code = Path(__file__).with_name("document_state_in_calc.py").as_uri()
    loader = office.service("com.sun.star.loader.Python")
    factory = loader.activate("tests.DocumentState", "", code, None)
    job = factory.createInstanceWithContext(office.context)
    found: State = json.loads(job.execute((NamedValue("document", document),)))
    assert "failed" not in found, found["failed"]
    return found


def differences(before: State, after: State, most: int = 20) -> list[str]:
    """The first few properties that have changed."""
    changed = (
        f"{key}: {before.get(key)!r} -> {after.get(key)!r}"
        for key in {**before, **after}
        if before.get(key) != after.get(key)
    )
    return list(islice(changed, most))
