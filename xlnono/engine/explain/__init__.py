"""Explaining a solution in the steps of a person, and grading it."""
