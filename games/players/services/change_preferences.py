"""Keep what a person prefers on their account."""

from django.conf import settings
from django.db import transaction

from caledonia_site.common.themes import Theme
from caledonia_site.common.time_zones import is_time_zone
from games.players.models import User


class UnknownPreferenceError(ValueError):
    """There is no such language, time zone or theme."""


@transaction.atomic
def change_preferences(
    *, account: User, language: str | None = None, time_zone: str | None = None, theme: str | None = None
) -> User:
    """Change those given; an empty language or time zone means "as the browser says"."""
    changes = {"language": language, "time_zone": time_zone, "theme": theme}
    changes = {name: value for name, value in changes.items() if value is not None}
    known = (
        changes.get("language", "") in {"", *dict(settings.LANGUAGES)}
        and (not changes.get("time_zone") or is_time_zone(changes["time_zone"] or ""))
        and changes.get("theme", Theme.AUTO) in Theme.values
    )
    if not known:
        raise UnknownPreferenceError(changes)
    for name, value in changes.items():
        setattr(account, name, value)
    account.save(update_fields=list(changes))
    return account
