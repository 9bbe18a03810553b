"""Glen More II: Chronicles, with its eight chronicles, as a game system."""
