"""Make a key by which a program acts for a person, and take it away; of its secret only a digest is kept."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from games.clubs.models import Club
from games.clubs.rules import is_member
from games.players.models import User
from games.tokens.enums import TokenScope
from games.tokens.models import PersonalToken

# Says what it is to whoever finds one in a log or a file, and to programs that look for leaked keys.
PREFIX = "cal_"
MOST_TOKENS = 20


class TooManyTokensError(UserError):
    code = "too_many_tokens"
    message = _("You have as many tokens as one person can have. Revoke one first.")


@transaction.atomic
def create_token(
    *, actor: User, name: str, scope: TokenScope, club: Club | None = None, days: int | None = None
) -> tuple[PersonalToken, str]:
    """The token and its secret, which nobody can ask for again. `days` until it expires; None: never."""
    # Two requests at once must not get past the limit together.
    User.objects.select_for_update().get(pk=actor.pk)
    if actor.tokens.count() >= MOST_TOKENS:
        raise TooManyTokensError
    if club is not None and not is_member(actor, club):
        raise NotAllowedError
    secret = new_token_secret()
    token = PersonalToken.objects.create(
        account=actor,
        name=name,
        scope=scope,
        club=club,
        digest=digest_of(secret),
        hint=secret[-4:],
        expires_at=timezone.now() + timedelta(days=days) if days else None,
    )
    return token, secret


def revoke_token(*, actor: User, public_id: str) -> bool:
    """Whether there was such a token of theirs. From now on nobody gets in with it."""
    deleted, _ = PersonalToken.objects.filter(account=actor, public_id=public_id).delete()
    return bool(deleted)


def new_token_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """A plain digest is enough: nobody can try all of 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
