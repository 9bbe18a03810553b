"""Replaying games through the engine: arrays in, arrays out. No Django, no database.

Only the modules inside need numpy; who merely wants to know these two facts does not.
"""

# Up to so many games plain Python is done before the compiled kernel is imported.
FEW_GAMES = 5_000
KERNEL = "games.ratings.kernel"
