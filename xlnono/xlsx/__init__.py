"""Workbook files, part by part."""
