"""Proofs as files: written by `write.py` from a log, checked by `check.py` without the engine."""
