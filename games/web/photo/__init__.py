"""The photo of the paper sheet: attached by whoever may correct the game, seen by whoever may see it."""
