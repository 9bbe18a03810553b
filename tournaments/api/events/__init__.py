"""Tournaments for programs: to read for everybody, to run for organisers."""
