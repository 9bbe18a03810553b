"""Take a program's key away."""

from games.models import PersonalToken
from games.players.models import User


def revoke_token(*, actor: User, public_id: str) -> bool:
    """Whether there was such a token of theirs. From now on nobody gets in with it."""
    deleted, _ = PersonalToken.objects.filter(account=actor, public_id=public_id).delete()
    return bool(deleted)
