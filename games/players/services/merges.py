"""Make one player of two who turned out to be one person, and take them apart again."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.players.actors import Actor, account_of
from games.players.merges import merge_undone, moving_rows, players_merged, rows_of
from games.players.models import Player, PlayerMerge
from games.players.models.player import TIME_TO_UNDO


class SamePlayerError(UserError):
    code = "same_player"
    message = _("A player cannot be merged with itself.")


class PlayerHasAccountError(UserError):
    code = "player_has_account"
    message = _("A player with an account cannot be merged into another player.")


class AlreadyMergedError(UserError):
    code = "already_merged"
    message = _("One of the two players has been merged already. Please look again.")


class MergeAlreadyUndoneError(UserError):
    code = "merge_already_undone"
    message = _("This merge has been undone already.")


class TooLateToUndoError(UserError):
    code = "too_late_to_undo"
    message = _("A merge can be undone within %(days)s days; this one is older.")


class LaterMergeError(UserError):
    code = "later_merge"
    message = _("One of these players was merged again later: undo that merge first.")


@transaction.atomic
def merge_players(*, source: Player, target: Player, actor: Actor) -> PlayerMerge:
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
    merge = PlayerMerge.objects.create(source=source, target=target, merged_by=account_of(actor), moved=moved)
    players_merged.send(sender=PlayerMerge, source=source, target=target)
    return merge


@transaction.atomic
def undo_merge(*, merge: PlayerMerge, actor: Actor) -> PlayerMerge:
    """Give back to the source exactly what the merge moved; what came later stays with the target.

    Later merges of the same players go first: what they moved was recorded on top of this one.
    """
    merge = PlayerMerge.objects.select_for_update().get(pk=merge.pk)
    players = (
        Player.with_merged.select_for_update().order_by("pk").in_bulk([merge.source_id, merge.target_id])
    )
    source, target = players[merge.source_id], players[merge.target_id]
    if merge.undone_at is not None:
        raise MergeAlreadyUndoneError
    if timezone.now() - merge.merged_at > TIME_TO_UNDO:
        raise TooLateToUndoError(days=TIME_TO_UNDO.days)
    if not PlayerMerge.objects.undoable().filter(pk=merge.pk).exists():
        raise LaterMergeError
    source.merged_into = None
    source.save(update_fields=["merged_into"])
    for relation, moved in reversed(merge.moved.items()):
        rows_of(relation).restore(source, target, moved)
    merge.undone_at = timezone.now()
    merge.undone_by = account_of(actor)
    merge.save(update_fields=["undone_at", "undone_by"])
    merge_undone.send(sender=PlayerMerge, source=source, target=target)
    return merge
