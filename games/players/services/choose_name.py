"""Say under which name, and to whom, one appears."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.models import Player
from games.players.services.create_account_player import create_account_player, usable_player_name


@transaction.atomic
def choose_name(*, actor: Any, name: str, visibility: str) -> Player:
    """Change one's own player; an account that has none yet (made on the command line) gets one."""
    player = Player.objects.select_for_update(no_key=True).filter(account=actor).first()
    if player is None:
        player = create_account_player(account=actor, name=name)
    require(actor, "players.edit_player", player)
    player.name = usable_player_name(name)
    player.visibility = visibility
    player.save(update_fields=["name", "name_key", "visibility"])
    return player
