"""Who may see and run leagues. Roles are those of the club; things of a league name it as `.club`."""

from typing import Any

import rules

from games.clubs.rules import is_member, is_organiser, is_owner, is_private, is_scorekeeper
from games.players.rules import is_site_staff
from games.players.viewers import Viewer
from tournaments.leagues.enums import SeasonState


@rules.predicate
def club_is_private(user: Viewer, obj: Any) -> bool:
    return bool(is_private(user, getattr(obj, "club", obj)))


@rules.predicate
def season_is_closed(user: Viewer, obj: Any) -> bool:
    return bool(getattr(obj, "season", obj).state == SeasonState.CLOSED)


@rules.predicate
def sits_there(user: Viewer, fixture: Any) -> bool:
    """Asked of the seats as fetched, so that a page that has them needs no further query."""
    return bool(user.is_authenticated) and any(
        seat.participant.player.account_id == user.pk for seat in fixture.seats.all()
    )


organises = is_organiser | is_site_staff
owns = is_owner | is_site_staff

# Of a league or season. A closed season changes only by being reopened.
rules.add_perm("tournaments.see_league", ~club_is_private | is_member | is_site_staff)
rules.add_perm("tournaments.create_league", organises)
rules.add_perm("tournaments.change_league", organises)
rules.add_perm("tournaments.delete_league", owns)
rules.add_perm("tournaments.plan_season", organises)
rules.add_perm("tournaments.change_season", organises & ~season_is_closed)
rules.add_perm("tournaments.join_season", is_member & ~season_is_closed)
rules.add_perm("tournaments.close_season", organises & ~season_is_closed)
rules.add_perm("tournaments.reopen_season", owns & season_is_closed)
# Of a game of the schedule: who sits there, or keeps the club's scores.
rules.add_perm(
    "tournaments.enter_result",
    ((is_member & sits_there) | is_scorekeeper | is_site_staff) & ~season_is_closed,
)
