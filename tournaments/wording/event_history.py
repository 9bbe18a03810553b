"""Lines of a tournament's history in words: what happened, old and new."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from caledonia_site.common.dates import written_day
from tournaments.event_configuration import EventConfiguration
from tournaments.event_enums import (
    Admission,
    EntryState,
    EventHistoryKind,
    EventState,
    TableDecision,
    WishKind,
)
from tournaments.formats.stages import read_stage
from tournaments.models import EventHistory
from tournaments.wording.event_stages import WEIGHTS, told_stage
from tournaments.wording.events import ToldEvent
from tournaments.wording.reasons import signed_points
from tournaments.wording.terms import Text

Names = Mapping[str, str]
NOTHING = "–"

SETTINGS: Mapping[str, Text] = {
    "name": gettext_lazy("Name of the tournament"),
    "starts_on": gettext_lazy("First day"),
    "ends_on": gettext_lazy("Last day"),
    "description": gettext_lazy("Description"),
    "place": gettext_lazy("Place"),
    "is_online": gettext_lazy("Played online"),
    "fee_note": gettext_lazy("Entry fee"),
    "admission": gettext_lazy("Who may register?"),
    "cap": gettext_lazy("Most players"),
    "needs_check_in": gettext_lazy("Players check in"),
    "round_minutes": gettext_lazy("Minutes for a round"),
    "shows_names": gettext_lazy("Show players’ names to everyone"),
    "team": gettext_lazy("Club or team"),
    "family": gettext_lazy("Family"),
    "rating": gettext_lazy("Rating"),
}
CLOCKS: Mapping[str, Text] = {
    "start": gettext_lazy("started"),
    "pause": gettext_lazy("paused"),
    "stop": gettext_lazy("set back"),
}


def told_line(line: EventHistory, names: Names) -> ToldEvent:
    """Of a line fetched by `history_of`; `names` are the players by their entry's public id."""
    what = str(line.get_kind_display())
    if line.entry:
        what = _("%(what)s: %(name)s") % {"what": what, "name": line.entry.player.shown.name}
    return ToldEvent(what, [*_where(line.detail), *_details(line, names)])


def _where(detail: Mapping[str, Any]) -> Iterator[str]:
    if "table" in detail and "round" in detail:
        yield _("Round %(round)s, table %(table)s") % detail
    elif "round" in detail:
        yield _("Round %(number)s") % {"number": detail["round"]}


def _details(line: EventHistory, names: Names) -> Iterator[str]:
    detail: dict[str, Any] = line.detail
    match line.kind:
        case EventHistoryKind.CHANGED | EventHistoryKind.TAGS:
            yield from _changes(detail.get("changes", {}))
        case EventHistoryKind.STAGES:
            yield _arrow(_stages(detail.get("old", [])), _stages(detail.get("new", [])))
        case EventHistoryKind.REGISTRATION:
            yield _arrow(EventState(detail["old"]).label, EventState(detail["new"]).label)
        case EventHistoryKind.ENTERED | EventHistoryKind.ENTRY:
            yield from _entry(detail)
        case EventHistoryKind.WISH:
            kind = detail.get("kind") or detail.get("old", "")
            wish = f"{names.get(detail.get('other', ''), NOTHING)}: {WishKind(kind).label}"
            yield wish if detail.get("kind") else _("Taken back: %(what)s") % {"what": wish}
        case EventHistoryKind.TABLES:
            yield from _moved(detail, names)
        case EventHistoryKind.UNDONE:
            if games := detail.get("games"):
                yield _("Games that stay games of the club: %(count)s") % {"count": len(games)}
        case EventHistoryKind.CLOCK:
            yield str(CLOCKS.get(detail.get("what", ""), ""))
        case EventHistoryKind.DECIDED:
            yield str(TableDecision(detail["decision"]).label)
        case EventHistoryKind.UNDECIDED:
            yield _("Taken back: %(what)s") % {"what": TableDecision(detail["old"]).label}
        case EventHistoryKind.ADJUSTED:
            said = f"{signed_points(str(detail['points']))}: {detail['reason']}"
            yield _("Taken back: %(what)s") % {"what": said} if detail.get("undone") else said
        case EventHistoryKind.RESULT_CHANGED:
            yield _("It still counts.") if detail.get("counts") else _("It counts no longer.")
            if detail.get("drawn_since"):
                yield _("Rounds drawn since: %(drawn_since)s. They keep their tables.") % detail
            if detail.get("frozen"):
                yield _("The tournament is finished, so its standings stay.")
        case EventHistoryKind.FINISHED:
            if detail.get("early"):
                yield _("There were rounds left.")
        case EventHistoryKind.NOTE:
            if detail.get("deleted"):
                yield _("The note was taken away.")


def _arrow(before: Any, after: Any) -> str:
    return _("%(before)s → %(after)s") % {"before": before, "after": after}


def _changes(changes: Mapping[str, Any]) -> Iterator[str]:
    for key, (before, after) in changes.items():
        if key == "settings":
            yield from _configuration(before, after)
        else:
            yield _change(str(SETTINGS.get(key, key)), _value(key, before), _value(key, after))


def _change(setting: str, before: str, after: str) -> str:
    return _("%(setting)s: %(before)s → %(after)s") % {"setting": setting, "before": before, "after": after}


def _value(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return pgettext("a setting", "yes") if value else pgettext("a setting", "no")
    if value in (None, ""):
        return NOTHING
    if key == "admission":
        return str(Admission(value).label)
    return written_day(date.fromisoformat(value)) if key in {"starts_on", "ends_on"} else str(value)


def _configuration(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    old, new = EventConfiguration.from_stored(before), EventConfiguration.from_stored(after)
    for key, (name, _hint) in WEIGHTS.items():
        was, now = getattr(old.weights, key), getattr(new.weights, key)
        if was != now:
            yield _change(str(name), str(was), str(now))
    if old.setup != new.setup:
        yield _("Set-up, the same at every table: changed")


def _stages(stored: Sequence[Mapping[str, Any]]) -> str:
    read = [read_stage(one).stage for one in stored]
    return "; ".join(told_stage(one) for one in read if one) or NOTHING


def _entry(detail: Mapping[str, Any]) -> Iterator[str]:
    if "sits_out" in detail:
        yield _("Sits out the next round") if detail["sits_out"] else _("Plays the next round after all")
    if new := detail.get("new"):
        after = str(EntryState(new).label)
        yield _arrow(EntryState(detail["old"]).label, after) if detail.get("old") else after


def _moved(detail: Mapping[str, Any], names: Names) -> Iterator[str]:
    """Who sits elsewhere than before."""
    before, after = _places(detail, "old", "old_byes"), _places(detail, "new", "byes")
    for key, place in after.items():
        if before.get(key) != place:
            yield _change(names.get(key, NOTHING), before.get(key, NOTHING), place)


def _places(detail: Mapping[str, Any], tables: str, byes: str) -> dict[str, str]:
    found = {
        key: _("table %(table)s, seat %(seat)s") % {"table": table, "seat": seat}
        for table, seated in enumerate(detail.get(tables, []), start=1)
        for seat, key in enumerate(seated, start=1)
    }
    return found | dict.fromkeys(detail.get(byes, []), _("no table"))
