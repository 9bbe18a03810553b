"""Measurements anyone can repeat with `make bench`; figures in the docs come from here only."""
