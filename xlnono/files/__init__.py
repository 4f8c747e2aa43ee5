"""Workbooks on the disk: what can be read, and writing them whole or not at all."""
