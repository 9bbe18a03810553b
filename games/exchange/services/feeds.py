"""Make and revoke secret links to a club's feeds."""

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.exchange.models import FeedKey
from games.players.models import User
from games.players.viewers import Viewer
from games.tokens.services import digest_of, new_token_secret

MOST_KEYS = 10


class TooManyFeedKeysError(UserError):
    code = "too_many_feed_keys"
    message = _("You have as many secret links of this club as one person can have. Revoke one first.")


@transaction.atomic
def make_feed_key(*, actor: User, club: Club) -> tuple[FeedKey, str]:
    """The key and its secret, which is shown once."""
    require(actor, "clubs.see_club", club)
    User.objects.select_for_update().get(pk=actor.pk)
    if FeedKey.objects.filter(account=actor, club=club).count() >= MOST_KEYS:
        raise TooManyFeedKeysError
    secret = new_token_secret()
    return FeedKey.objects.create(account=actor, club=club, digest=digest_of(secret)), secret


def revoke_feed_key(*, actor: User, public_id: str) -> bool:
    """Whether there was such a key of theirs."""
    deleted, _rows = FeedKey.objects.filter(account=actor, public_id=public_id).delete()
    return bool(deleted)


def viewer_of_feed(*, club: Club, visitor: Viewer, secret: str) -> Viewer:
    """As whom a feed is read: the maker of the secret link, or whoever is signed in."""
    if not secret:
        return visitor
    key = FeedKey.objects.select_related("account").filter(club=club, digest=digest_of(secret)).first()
    return key.account if key and key.account.is_active else AnonymousUser()
