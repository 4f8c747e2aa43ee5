"""Workbooks that Excel has open, through xlwings."""
