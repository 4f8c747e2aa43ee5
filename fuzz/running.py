"""The loop of all fuzzers: does the runs, saves the files of defects, and counts."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from mutations import corpus


def _stop(*_: object) -> None:
    # An exception during garbage collection is lost; the next alarm then ends the run.
    signal.alarm(1)
    raise TimeoutError("not done in time")


def fuzz(
    description: str | None,
    content_of: Callable[[list[bytes], int, int], bytes],
    check: Callable[[Path, int], tuple[Iterable[str], str | None]],
    largest: int | None = None,
) -> int:
    """Do the runs that the command line requests; returns the exit code.

    `content_of` makes the file of a run from the corpus (without workbooks larger than `largest`),
    the seed and the number of the run. `check` processes the file, with that number, and returns
    the outcome and the defect, if there is one. The alarm signal becomes a TimeoutError.
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path)
    wanted = parser.parse_args()
    seeds = [it for it in corpus(wanted.corpus) if largest is None or len(it) < largest]
    outcomes: Counter[str] = Counter()
    folder = Path(tempfile.mkdtemp(prefix="xlnono-fuzz-"))
    path = folder / "run.xlsx"
    defects = 0
    # The description of a defect may contain characters that cannot be written.
    sys.stdout.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGALRM, _stop)
    for run in range(wanted.first, wanted.first + wanted.runs):
        content = content_of(seeds, wanted.seed, run)
        path.write_bytes(content)
        found, trouble = check(path, run)
        outcomes.update(found)
        if trouble is not None:
            defects += 1
            saved = folder / f"{wanted.seed}-{run}.xlsx"
            saved.write_bytes(content)
            print(f"{saved}:\n{trouble}", flush=True)
    path.unlink(missing_ok=True)
    print(f"{wanted.runs} runs, {defects} defects")
    for outcome, count in outcomes.most_common():
        print(f"{count:8} {outcome}")
    return 1 if defects else 0
