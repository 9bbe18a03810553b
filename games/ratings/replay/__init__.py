"""Replaying games through the engine: arrays in, arrays out. No Django, no database."""
