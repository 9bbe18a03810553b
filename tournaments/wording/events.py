"""Lines of a season's history in words."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.enums import Decision, OpenGames, SeasonEventKind
from tournaments.models import SeasonEvent
from tournaments.wording.terms import MOVES


class ToldEvent(NamedTuple):
    """What happened, and what else is known of it."""

    what: str
    more: str


def told_event(event: SeasonEvent) -> ToldEvent:
    """Of an event fetched by `history_of`, whose player knows the viewer."""
    name = event.player.shown.name if event.player else ""
    what = str(event.get_kind_display())
    match event.kind:
        case SeasonEventKind.JOINED:
            what = _("%(name)s came in") % {"name": name}
        case SeasonEventKind.WITHDREW:
            what = _("%(name)s withdrew") % {"name": name}
        case SeasonEventKind.RETURNED:
            what = _("%(name)s came back") % {"name": name}
    return ToldEvent(what, "; ".join(_details(event.kind, event.detail)))


def _details(kind: str, detail: Mapping[str, Any]) -> list[str]:
    told = []
    if "round" in detail:
        told.append(_("Round %(round)s") % {"round": detail["round"]})
    if kind == SeasonEventKind.RESULT_CHANGED:
        told.append(_("It still counts.") if detail.get("counts") else _("It counts no longer."))
        if detail.get("frozen"):
            told.append(_("The season is closed, so its standings stay."))
    if decision := detail.get("decision"):
        told.append(str(Decision(decision).label))
    if settled := detail.get("settled"):
        told.append(str(OpenGames(settled).label))
    if "before" in detail:
        days = {name: _day(detail[name]) for name in ("before", "after")}
        told.append(_("%(before)s → %(after)s") % days)
    if changed := detail.get("changed"):
        told += [f"{name}: {_plain(before)} → {_plain(after)}" for name, (before, after) in changed.items()]
    if moves := detail.get("moves"):
        told += [f"{MOVES[key]}: {count}" for key, count in moves.items() if key in MOVES]
    if detail.get("unplayed"):
        told.append(_("Games left unplayed: %(count)s") % {"count": detail["unplayed"]})
    return told


def _day(text: str) -> str:
    return date_format(date.fromisoformat(text), "DATE_FORMAT")


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_plain(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return " ".join(str(one) for one in value)
    return "–" if value is None else str(value)
