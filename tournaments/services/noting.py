"""Lines of a season's audit."""

from typing import Any

from tournaments.enums import SeasonEventKind
from tournaments.models import Season, SeasonEvent


def note(season: Season, kind: SeasonEventKind, *, actor: Any = None, **about: Any) -> SeasonEvent:
    """`about`: player, game, detail. Without an actor it was the site itself."""
    account = actor if actor is not None and actor.is_authenticated else None
    return SeasonEvent.objects.create(season=season, kind=kind, account=account, **about)
