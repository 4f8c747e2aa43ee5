"""Workbooks fit to send to others."""
