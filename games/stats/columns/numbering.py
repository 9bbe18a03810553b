"""Which block a game belongs to."""

# Games whose row numbers share a block. One changed game costs reading so many; a filter pays for each block.
GAMES_IN_BLOCK = 4096


def block_number(game_key: int) -> int:
    return game_key // GAMES_IN_BLOCK
