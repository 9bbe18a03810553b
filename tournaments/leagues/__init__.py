"""Leagues: seasons, divisions, groups and their schedule of games."""
