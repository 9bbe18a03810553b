"""Who may record a game for a club."""

from collections.abc import Sequence
from typing import Any

from caledonia_site.common.permissions import may, require
from games.clubs.models import Club
from games.services.adopt_game import NotYourGameError
from games.services.results import Person


def require_right_to_record(account: Any, club: Club | None, people: Sequence[Person]) -> None:
    """Members record the games they sit in; scorekeepers every game of the club."""
    if club is None:
        return
    require(account, "games.record_in_club", club)
    own = account.player_or_none
    if not may(account, "games.record_for_others", club) and own not in [person.player for person in people]:
        raise NotYourGameError
