"""Puzzle files of other programs: one module for each format, and a table of all of them."""
