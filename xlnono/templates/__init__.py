"""Blank workbooks with and without buttons, and the extension for Calc."""
