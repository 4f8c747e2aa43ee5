"""Solves many workbooks in several processes or on a cluster: jobs in, results out."""

from xlnono.batch.running import run
from xlnono.batch.worker import Settings
from xlnono.jobs.results import Mistake, PuzzleResult, Result
from xlnono.jobs.sources import Job, find_jobs

__all__ = ["Job", "Mistake", "PuzzleResult", "Result", "Settings", "find_jobs", "run"]
