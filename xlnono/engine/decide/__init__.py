"""Deciding how many solutions a puzzle has."""
