"""A recorded game: who sat there, what they scored, who says so, and everything that can happen to it."""
