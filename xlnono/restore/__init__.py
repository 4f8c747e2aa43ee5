"""Taking back what a solve did to a workbook."""
