"""The rating engine, and replaying games through it: arrays in, arrays out. No Django, no database.

Only the modules inside need numpy; who merely wants to know these two facts does not.
"""

# Up to so many games plain Python is done before the compiled engine is imported.
FEW_GAMES = 5_000
KERNEL = "games.ratings.engine.compiled"
