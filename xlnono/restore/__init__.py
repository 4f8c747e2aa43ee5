"""Undoing a solve in a workbook."""
