"""Whether a game that is sent again is the one that was recorded."""

from collections.abc import Sequence
from typing import Any

from games.clubs.models import Club
from games.enums import VersionCause
from games.models import Game
from games.services.errors import KeyOfAnotherGameError
from games.services.results import Circumstances, Person, facts_of, ruleset_named


def refuse_another_game(
    recorded: Game,
    *,
    system: str,
    sheet: object,
    circumstances: Circumstances,
    people: Sequence[Person],
    club: Club | None,
) -> None:
    """Giving back the recorded game for another one would lose what was entered. It is compared with what was first
    recorded: whoever sends again knows nothing of later corrections. Raises KeyOfAnotherGameError.
    """
    first = recorded.versions.get(number=1)
    same = (
        recorded.system == system
        and _first_club(recorded) == (club.pk if club else None)
        and _told(first.facts) == _told(facts_of(circumstances, people))
        and _tidied(system, first.sheet) == _tidied(system, sheet)
    )
    if not same:
        raise KeyOfAnotherGameError(recorded)


def _first_club(game: Game) -> int | None:
    """A game that was saved into a club later was recorded without one."""
    is_moved = game.versions.filter(cause=VersionCause.MOVED).exists()
    return None if is_moved else game.club_id


def _told(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts without the names of players, which may have changed since."""
    return facts | {"people": [one["player"] or one["name"] for one in facts["people"]]}


def _tidied(system: str, sheet: object) -> object:
    """As the rules of today read it; what they cannot read stays as it is."""
    ruleset = ruleset_named(system)
    checked = ruleset.check(sheet)
    return sheet if checked.sheet is None else ruleset.to_raw(checked.sheet)
