"""The photo of the paper sheet: attached by whoever may correct the game, seen by whoever may read every
name at that table.
"""
