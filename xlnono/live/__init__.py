"""A workbook that a program has open."""
