"""Many workbooks: jobs in, records out, in several processes or on a cluster. Never prints."""

from xlnono.batch.running import run
from xlnono.batch.working import Settings
from xlnono.records import Mistake, PuzzleRecord, Record
from xlnono.sources import Job, find_jobs

__all__ = ["Job", "Mistake", "PuzzleRecord", "Record", "Settings", "find_jobs", "run"]
