"""One workbook from end to end."""
