"""The rules of the games: pure functions from a sheet to a score, standard library only.

Everything here speaks in codes, keys and numbers; words and translations live in the site.
Start reading at `ruleset.py`, the contract every game system fulfils.
"""

# Of the site and of the package alike.
__version__ = "0.1.0"
