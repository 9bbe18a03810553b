"""Who may see and run events. Roles are those of the club; things of an event name it as `.club` and `.event`."""

from typing import Any

import rules

from games.clubs.rules import is_member, is_organiser, is_owner, is_private, is_scorekeeper
from games.players.rules import is_signed_in, is_site_staff
from games.players.viewers import Viewer
from tournaments.events.enums import Admission, EventState


def _event(obj: Any) -> Any:
    return getattr(obj, "event", obj)


@rules.predicate
def event_club_is_private(user: Viewer, obj: Any) -> bool:
    return bool(is_private(user, obj))


@rules.predicate
def is_on_the_list(user: Viewer, obj: Any) -> bool:
    return bool(_event(obj).names_player_of(user))


@rules.predicate
def event_is_finished(user: Viewer, obj: Any) -> bool:
    return bool(_event(obj).state == EventState.FINISHED)


@rules.predicate
def registration_is_open(user: Viewer, obj: Any) -> bool:
    return bool(_event(obj).state == EventState.REGISTRATION)


@rules.predicate
def admits_everybody(user: Viewer, obj: Any) -> bool:
    return bool(_event(obj).admission == Admission.EVERYBODY)


@rules.predicate
def admits_members(user: Viewer, obj: Any) -> bool:
    return bool(_event(obj).admission == Admission.MEMBERS)


@rules.predicate
def is_own_participation(user: Viewer, participant: Any) -> bool:
    return bool(user.is_authenticated) and participant.player.account_id == user.pk


@rules.predicate
def sits_at_table(user: Viewer, table: Any) -> bool:
    """Asked of the seats as fetched, so that a page that has them needs no further query."""
    return bool(user.is_authenticated) and any(
        seat.participant.player.account_id == user.pk for seat in table.seats.all()
    )


organises = is_organiser | is_site_staff
keeps_scores = is_scorekeeper | is_site_staff
owns = is_owner | is_site_staff
sees = ~event_club_is_private | is_member | is_site_staff | is_on_the_list

# Of a club.
rules.add_perm("events.create_event", organises)
# Of an event. A finished one changes only by being reopened.
rules.add_perm("events.see_event", sees)
rules.add_perm("events.run_event", organises & ~event_is_finished)
rules.add_perm("events.check_in", keeps_scores & ~event_is_finished)
rules.add_perm(
    "events.register",
    is_signed_in & sees & registration_is_open & (admits_everybody | (admits_members & is_member)),
)
rules.add_perm("events.see_notes", organises)
rules.add_perm("events.reopen_event", owns & event_is_finished)
rules.add_perm("events.delete_event", owns)
# Of a participant: what a player does for themselves.
rules.add_perm("events.answer_for_entry", is_own_participation & ~event_is_finished)
# Of a table: who sits there, or keeps the club's scores.
rules.add_perm("events.enter_result", ((is_member & sits_at_table) | keeps_scores) & ~event_is_finished)
