"""Lines of a season's history in words; of changed settings what each is called, and its value before and after."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from caledonia_site.common.formatting import format_date
from tournaments.leagues.enums import Decision, Enrolment, OpenGames, SeasonAuditKind
from tournaments.leagues.models import SeasonAuditRecord
from tournaments.shared.wording import (
    MOVES,
    NEWCOMER_WAYS,
    SCHEMES,
    SHARED_PLACES,
    TIE_BREAKERS,
    AuditLine,
    Text,
    shown_value,
    signed_points,
    variant_name,
)
from tournaments.standings.schemes import SCHEMES as SCHEME_VALUES

# As the form of the settings calls them.
NAMES: Mapping[str, Text] = {
    "name": gettext_lazy("Name of the season"),
    "starts_on": gettext_lazy("First day"),
    "ends_on": gettext_lazy("Last day"),
    "enrolment": gettext_lazy("Who takes part"),
    "scheme": gettext_lazy("Points"),
    "shared_places": gettext_lazy("Who share a place get"),
    "scale_short_tables": gettext_lazy("A win at a smaller table is worth as much as at a table of four"),
    "tie_breakers": gettext_lazy("Ties"),
    "minimum_games": gettext_lazy("Games needed for a place in the table"),
    "best_games": gettext_lazy("Only the best games count"),
    "games_per_opponent": gettext_lazy("Games against the same opponent that count"),
    "least_members": gettext_lazy("League members needed at the table"),
    "seat_counts": gettext_lazy("Tables that count"),
    "required": gettext_lazy("Only games played with"),
    "excluded": gettext_lazy("No games played with"),
    "seats": gettext_lazy("Players at a table"),
    "group_size": gettext_lazy("Players in a group"),
    "promoted": gettext_lazy("Go up from each group"),
    "relegated": gettext_lazy("Go down from each group"),
    "remind_days": gettext_lazy("Reminders by e-mail so many days before a deadline"),
}
POINTS_AT: Mapping[str, Text] = {
    "4": gettext_lazy("Points at a table of four"),
    "3": gettext_lazy("Points at a table of three"),
    "2": gettext_lazy("Points at a table of two"),
}
NOTHING = "–"


def describe_changes(changed: Mapping[str, Any], system: str) -> list[str]:
    """From what the audit keeps under "changed": {setting: [before, after]}."""
    return [
        _("%(setting)s: %(before)s → %(after)s") % {"setting": name, "before": before, "after": after}
        for name, before, after in _rows(changed, system)
    ]


def _rows(changed: Mapping[str, Any], system: str) -> Iterator[tuple[str, str, str]]:
    for key, (before, after) in changed.items():
        if key == "values":
            for seats, name in POINTS_AT.items():
                if before.get(seats) != after.get(seats) and not _follows_from_scheme(changed, seats):
                    yield str(name), _points(before.get(seats)), _points(after.get(seats))
        else:
            name = NAMES.get(key, gettext_lazy("Another setting"))
            yield str(name), _value(key, before, system), _value(key, after, system)


def _follows_from_scheme(changed: Mapping[str, Any], seats: str) -> bool:
    """Another scheme brings its own points, which need no line of their own."""
    if "scheme" not in changed:
        return False
    scheme = SCHEME_VALUES.get(changed["scheme"][1])
    usual = scheme.values.get(int(seats), ()) if scheme else ()
    after: Mapping[str, list[str]] = changed["values"][1]
    return after.get(seats) == [str(value) for value in usual]


def _value(key: str, value: Any, system: str) -> str:
    if isinstance(value, bool):
        return _yes_or_no(value)
    if value is None or value == []:
        return NOTHING
    if key in ("required", "excluded"):
        return ", ".join(variant_name(system, item) for item in value)
    if key == "tie_breakers":
        # The lot always comes last, so nobody chose it. No arrows: those stand between before and after.
        return ", ".join(str(TIE_BREAKERS.get(item, item)) for item in value if item != "lot") or NOTHING
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return _WRITTEN.get(key, str)(value)


def _yes_or_no(value: bool) -> str:
    return pgettext("a setting", "yes") if value else pgettext("a setting", "no")


def _points(values: list[str] | None) -> str:
    return " – ".join(shown_value("points", value) for value in values or []) or NOTHING


def _day(text: str) -> str:
    return format_date(date.fromisoformat(text))


_WRITTEN: Mapping[str, Callable[[str], str]] = {
    "starts_on": _day,
    "ends_on": _day,
    "enrolment": lambda value: str(Enrolment(value).label),
    "scheme": lambda value: str(SCHEMES.get(value, value)),
    "shared_places": lambda value: str(SHARED_PLACES.get(value, value)),
}


def describe_record(record: SeasonAuditRecord) -> AuditLine:
    """Of one fetched by `history_of`, whose player knows the viewer."""
    name = record.player.shown.name if record.player else ""
    what = str(record.get_kind_display())
    match record.kind:
        case SeasonAuditKind.JOINED:
            what = _("%(name)s came in") % {"name": name}
        case SeasonAuditKind.WITHDREW:
            what = _("%(name)s withdrew") % {"name": name}
        case SeasonAuditKind.RETURNED:
            what = _("%(name)s came back") % {"name": name}
        case SeasonAuditKind.ADJUSTED:
            what = _("%(points)s points for %(name)s") % {"name": name, "points": _signed(record.detail)}
        case SeasonAuditKind.ADJUST_UNDONE:
            what = _("Taken back: %(points)s points for %(name)s") % {
                "name": name,
                "points": _signed(record.detail),
            }
    return AuditLine(what, _details(record))


def _details(record: SeasonAuditRecord) -> list[str]:
    kind, detail = record.kind, record.detail
    lines = []
    if "round" in detail:
        lines.append(_("Round %(round)s") % {"round": detail["round"]})
    if kind == SeasonAuditKind.RESULT_CHANGED:
        lines.append(_("It still counts.") if detail.get("counts") else _("It counts no longer."))
        if detail.get("frozen"):
            lines.append(_("The season is closed, so its standings stay."))
    if decision := detail.get("decision"):
        lines.append(str(Decision(decision).label))
    if settled := detail.get("settled"):
        lines.append(str(OpenGames(settled).label))
    if "before" in detail:
        days = {name: _day(detail[name]) for name in ("before", "after")}
        lines.append(_("%(before)s → %(after)s") % days)
    if changed := detail.get("changed"):
        lines += describe_changes(changed, record.season.league.system)
    if moves := detail.get("moves"):
        lines += [f"{MOVES[key]}: {count}" for key, count in moves.items() if key in MOVES]
    if detail.get("unplayed"):
        lines.append(_("Games left unplayed: %(count)s") % {"count": detail["unplayed"]})
    if reason := detail.get("reason"):
        lines.append(str(reason))
    if way := detail.get("way"):
        lines.append(str(NEWCOMER_WAYS[way]))
    return lines


def _signed(detail: Mapping[str, Any]) -> str:
    return signed_points(str(detail["points"]))
