"""A guest comes back with an account and takes over their player."""

from typing import Any

from django.db import transaction

from caledonia_site.common.errors import NotAllowedError
from games.clubs.models import Invitation
from games.clubs.services.accept_invitation import count_use
from games.clubs.services.locking import lock_club
from games.clubs.services.open_invitation import PlayerClaimedError, check_open
from games.players.models import Player
from games.players.services.merge_players import AlreadyMergedError, PlayerHasAccountError, merge_players


@transaction.atomic
def claim_player(*, actor: Any, invitation: Invitation) -> Player:
    """The actor becomes the guest; whoever has a player already keeps it, and the guest is merged into it.

    The link is the organiser's consent and opening it the person's own. Of two people who claim at the same
    moment the first gets the player, the second a clear message.
    """
    if not actor.is_authenticated:
        raise NotAllowedError
    lock_club(invitation.club)
    invitation = Invitation.objects.get(pk=invitation.pk)
    # The guest may be in several clubs, so the club's lock is not enough.
    guest = Player.with_merged.select_for_update(no_key=True).get(claim_invitations=invitation)
    invitation.for_player = guest
    check_open(invitation)
    count_use(invitation)
    own = actor.player_or_none
    if own is None:
        guest.account = actor
        guest.save(update_fields=["account"])
        return guest
    try:
        return merge_players(source=guest, target=own, actor=actor).target
    except (AlreadyMergedError, PlayerHasAccountError) as error:
        raise PlayerClaimedError from error
