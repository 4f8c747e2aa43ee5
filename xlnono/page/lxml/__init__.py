"""Stands in for lxml on the page, where the real one cannot be had: the part that xlnono uses."""
