"""The player of an account."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from games.players.models import Player


class NoPlayerYetError(UserError):
    code = "no_player_yet"
    message = _("Choose the name others will see first.")


def own_player(account: Any) -> Player:
    if not account.is_authenticated:
        raise NotAllowedError
    player: Player | None = account.player_or_none
    if player is None:
        raise NoPlayerYetError
    return player
