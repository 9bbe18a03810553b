"""Lines of a season's history in words."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from caledonia_site.common.dates import written_day
from tournaments.enums import Decision, OpenGames, SeasonEventKind
from tournaments.models import SeasonEvent
from tournaments.wording.changes import told_changes
from tournaments.wording.reasons import signed_points
from tournaments.wording.terms import MOVES, NEWCOMER_WAYS


class ToldEvent(NamedTuple):
    """What happened, and what else is known of it, line by line."""

    what: str
    lines: list[str]

    @property
    def more(self) -> str:
        return "; ".join(self.lines)


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
        case SeasonEventKind.ADJUSTED:
            what = _("%(points)s points for %(name)s") % {"name": name, "points": _signed(event.detail)}
        case SeasonEventKind.ADJUST_UNDONE:
            what = _("Taken back: %(points)s points for %(name)s") % {
                "name": name,
                "points": _signed(event.detail),
            }
    return ToldEvent(what, _details(event))


def _details(event: SeasonEvent) -> list[str]:
    kind, detail = event.kind, event.detail
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
        told += told_changes(changed, event.season.league.system)
    if moves := detail.get("moves"):
        told += [f"{MOVES[key]}: {count}" for key, count in moves.items() if key in MOVES]
    if detail.get("unplayed"):
        told.append(_("Games left unplayed: %(count)s") % {"count": detail["unplayed"]})
    if reason := detail.get("reason"):
        told.append(str(reason))
    if way := detail.get("way"):
        told.append(str(NEWCOMER_WAYS[way]))
    return told


def _day(text: str) -> str:
    return written_day(date.fromisoformat(text))


def _signed(detail: Mapping[str, Any]) -> str:
    return signed_points(str(detail["points"]))
