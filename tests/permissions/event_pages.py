"""The organisers' pages of a tournament, each with the permission it asks for."""

from typing import NamedTuple


class EventPage(NamedTuple):
    """`of`: what stands in the address besides the tournament; `posts`: there is nothing to look at. `finished`: it is
    about a tournament that is over."""

    name: str
    permission: str = "events.run_event"
    of: str = ""
    posts: bool = False
    more: tuple[str, ...] = ()
    finished: bool = False


EVENT_PAGES = [
    EventPage("run", "events.see_notes"),
    EventPage("manage_people", "events.see_notes"),
    EventPage("manage_rounds", "events.see_notes"),
    EventPage("manage_round", "events.see_notes", "round"),
    EventPage("round_now", "events.see_notes", "round"),
    EventPage("table", "events.see_notes", "table"),
    EventPage("points", "events.see_notes"),
    EventPage("notes", "events.see_notes"),
    EventPage("delete_note", "events.see_notes", "number", posts=True),
    EventPage("history", "events.see_notes"),
    EventPage("settings"),
    EventPage("stages"),
    EventPage("open_registration", posts=True),
    EventPage("close_registration", posts=True),
    EventPage("finish"),
    EventPage("add_entry"),
    EventPage("invite"),
    EventPage("wishes"),
    EventPage("drop_wish", of="number", posts=True),
    EventPage("entry", of="participant"),
    EventPage("entry_act", of="participant", posts=True, more=("sit-out",)),
    EventPage("place_codes"),
    EventPage("check_in", "events.check_in"),
    EventPage("door_code", "events.check_in"),
    EventPage("everybody_is_there", "events.check_in", posts=True),
    EventPage("is_there", "events.check_in", "participant", posts=True),
    EventPage("is_not_there", "events.check_in", "participant", posts=True),
    EventPage("screen_link"),
    EventPage("draw", posts=True),
    EventPage("publish", of="round", posts=True),
    EventPage("redraw", of="round"),
    EventPage("undo_round", of="round"),
    EventPage("draw_setup", of="round", posts=True),
    EventPage("clock", of="round", posts=True, more=("start",)),
    EventPage("change_tables", of="round"),
    EventPage("accept", of="table", posts=True),
    EventPage("decide", of="table", posts=True),
    EventPage("undo_decision", of="table", posts=True),
    EventPage("unlink", of="table"),
    EventPage("undo_points", of="number", posts=True),
    EventPage("reopen", "events.reopen_event", finished=True),
    EventPage("delete", "events.delete_event"),
]
# These answer 404 to whom they would obey when what they name is not there; others are refused as everywhere.
NAMING_A_GAME = [
    EventPage("link_result", of="table", posts=True),
    EventPage("settle", of="table", posts=True),
]
