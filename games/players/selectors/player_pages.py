"""Finding a player by what stands in an address."""

from games.players.models import Player


def player_at(key: str) -> Player | None:
    """The player whose id begins the key, or the one it was merged into."""
    public_id = key.partition("-")[0]
    player = Player.with_merged.filter(public_id=public_id).first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return player
