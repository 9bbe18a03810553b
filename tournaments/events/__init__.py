"""Tournaments of a day or a weekend: stages, rounds, tables."""
