"""Take two players apart again."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.players.merging import merge_undone, rows_of
from games.players.models import Player, PlayerMerge
from games.players.models.player_merge import TIME_TO_UNDO


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
def undo_merge(*, merge: PlayerMerge, actor: Any) -> PlayerMerge:
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
    merge.undone_by = actor
    merge.save(update_fields=["undone_at", "undone_by"])
    merge_undone.send(sender=PlayerMerge, source=source, target=target)
    return merge
