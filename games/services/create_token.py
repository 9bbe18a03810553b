"""Make a key by which a program acts for a person."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from games.clubs.models import Club
from games.clubs.rules import is_member
from games.enums import TokenScope
from games.models import PersonalToken
from games.players.models import User
from games.services.token_secrets import digest_of, new_token_secret

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
