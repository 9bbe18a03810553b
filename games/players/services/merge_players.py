"""Make one player of two."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.players.merging import moving_rows, players_merged
from games.players.models import Player, PlayerMerge


class SamePlayerError(UserError):
    code = "same_player"
    message = _("A player cannot be merged with itself.")


class PlayerHasAccountError(UserError):
    code = "player_has_account"
    message = _("A player with an account cannot be merged into another player.")


class AlreadyMergedError(UserError):
    code = "already_merged"
    message = _("One of the two players has been merged already. Please look again.")


@transaction.atomic
def merge_players(*, source: Player, target: Player, actor: Any) -> PlayerMerge:
    """Everything of the source moves to the target; the source stays as an empty row that leads there.

    Only a guest can be the source, so no account ever loses its player and two accounts never merge. Whether
    the actor may do this is for the caller to know: it depends on clubs.
    """
    if source.pk == target.pk:
        raise SamePlayerError
    # Always in the same order, so that two merges of the same players cannot wait for each other.
    locked = Player.with_merged.select_for_update().order_by("pk").in_bulk([source.pk, target.pk])
    source, target = locked[source.pk], locked[target.pk]
    if source.merged_into_id or target.merged_into_id:
        raise AlreadyMergedError
    if source.account_id is not None:
        raise PlayerHasAccountError
    moved = {rows.relation: rows.move(source, target) for rows in moving_rows()}
    source.merged_into = target
    source.save(update_fields=["merged_into"])
    merge = PlayerMerge.objects.create(source=source, target=target, merged_by=actor, moved=moved)
    players_merged.send(sender=PlayerMerge, source=source, target=target)
    return merge
