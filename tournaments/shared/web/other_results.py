"""Another result of the same table, in words: whose, where they differ, who decides."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caledonia_site.common.permissions import may
from games.results.enums import GameState
from games.results.models import Game
from games.results.web.cells import Change, change_in_words
from games.results.web.seats import columns_of
from games.results.web.sections import Section
from tournaments.events.models import EventTable
from tournaments.events.selectors.rounds import TableState
from tournaments.events.wording import TABLE_STATES
from tournaments.shared.selectors.other_results import (
    Beside,
    Comparison,
    EnteredResult,
    Place,
    beside_of,
    entered_results,
    is_undecided,
    results_to_choose,
)


@dataclass(frozen=True, slots=True)
class ToldResult:
    """A result that an organiser can choose."""

    game: Game
    entered: str
    ranking: list[tuple[int, str]]
    compared: str
    changes: list[Change]
    counts_now: bool


@dataclass(frozen=True, slots=True)
class ToldOther:
    """Another result on the page of one; `entered` where there are several. `is_later`: it came in after this one."""

    game: Game
    entered: str
    compared: str
    changes: list[Change]
    is_later: bool


def other_result_of_game(request: HttpRequest, game: Game) -> Section | None:
    """On the game's page, in the place of what its state means."""
    found = beside_of(game, request.user)
    if found is None:
        return None
    decided = not (found.waits or found.is_refused)
    content = {
        "told": _told(found, game),
        "others": [_told_other(one, game, found, needs_nothing=decided) for one in found.comparisons],
        "decide_address": "" if decided else _decide_address(found.place, request.user),
    }
    return Section(
        "tournaments/sections/other_result.html",
        content,
        tells_state="warning" if found.waits else "info",
        # "Confirmed" would say that it counts.
        badge=str(TABLE_STATES[TableState.CONFLICT]) if found.waits and _none_counts(found) else "",
    )


def _told(found: Beside, game: Game) -> list[str]:
    if found.is_refused and not found.comparisons:
        return [_("This result doesn’t count: an organiser took the result off. It can still be chosen.")]
    if found.is_refused:
        return [_("An organiser decided that another result of this table counts.")]
    told = [
        told_arrival(found.place, _other(one, game))
        if found.is_first or number
        else told_known(found.place, one.first)
        for number, one in enumerate(found.comparisons)
    ]
    return [*told, _who_decides(found)] if found.waits else told


def _told_other(comparison: Comparison, game: Game, found: Beside, *, needs_nothing: bool) -> ToldOther:
    other = _other(comparison, game)
    return ToldOther(
        game=other.game,
        entered=_entered(other) if len(found.comparisons) > 1 else "",
        compared=told_comparison(comparison, needs_nothing=needs_nothing),
        changes=told_changes(comparison),
        is_later=comparison.second is other,
    )


def _other(comparison: Comparison, game: Game) -> EnteredResult:
    return comparison.first if comparison.second.game.pk == game.pk else comparison.second


def _none_counts(found: Beside) -> bool:
    """In a league the first counts on."""
    return isinstance(found.place, EventTable)


def _who_decides(found: Beside) -> str:
    if _none_counts(found):
        if len(found.comparisons) > 1:
            return _(
                "An organiser decides which one counts. Until then none of them counts in the tournament."
            )
        return _("An organiser decides which one counts. Until then neither counts in the tournament.")
    return _("The result that was there first counts, unless an organiser chooses the other one.")


def told_known(place: Place, first: EnteredResult) -> str:
    """There is a result, entered by whom and when."""
    said = {"name": first.by.name if first.by else "", "time": _moment(first)}
    if isinstance(place, EventTable):
        said["table"] = str(place.number)
        if first.by:
            return _("Table %(table)s already has a result, entered by %(name)s at %(time)s.") % said
        return _("Table %(table)s already has a result, entered at %(time)s.") % said
    if first.by:
        return _("This scheduled game already has a result, entered by %(name)s at %(time)s.") % said
    return _("This scheduled game already has a result, entered at %(time)s.") % said


def told_arrival(place: Place, second: EnteredResult) -> str:
    """To the first: another one came in."""
    said = {"name": second.by.name if second.by else "", "time": _moment(second)}
    if second.by:
        return _("Another result of this table came in, entered by %(name)s at %(time)s.") % said
    return _("Another result of this table came in at %(time)s.") % said


def told_comparison(comparison: Comparison, *, needs_nothing: bool) -> str:
    cells = comparison.cells
    if cells is None:
        return _("They can’t be compared cell by cell: one of them has no score sheet.")
    if not cells:
        if needs_nothing:
            return _("This one is the same in every cell. One of them counts: nothing more to do.")
        return _("Both are the same in every cell.")
    if needs_nothing:
        text = ngettext(
            "The points and places are the same, so the first one counts. They differ in %(count)d cell.",
            "The points and places are the same, so the first one counts. They differ in %(count)d cells.",
            len(cells),
        )
    else:
        text = ngettext("They differ in %(count)d cell.", "They differ in %(count)d cells.", len(cells))
    return text % {"count": len(cells)}


def told_changes(comparison: Comparison) -> list[Change]:
    game = comparison.first.game
    names = [column.name for column in columns_of(game)]
    return [change_in_words(game.system, one, names) for one in comparison.cells or ()]


def told_notice(place: Place, viewer: Any) -> str:
    """On a sheet that is opened where there is a result; empty where there is none."""
    if place.game is None:
        return ""
    (first,) = entered_results([place.game], viewer)
    invitation = _("If you enter yours as well, the two are compared.")
    return f"{told_known(place, first)} {invitation}"


def kept_beside(game: Game) -> str:
    """What the second phone reads on top, in the place of "recorded"."""
    return (
        _("Your result is kept beside the one that was there first.") if hasattr(game, "other_result") else ""
    )


def told_results(place: Place, viewer: Any) -> list[ToldResult]:
    """For the organiser, as they came in."""
    told = []
    chosen = chosen_result(place)
    for number, comparison in enumerate(results_to_choose(place, viewer)):
        one = comparison.second
        ranked = sorted(columns_of(one.game), key=lambda column: (column.rank, column.index))
        told.append(
            ToldResult(
                game=one.game,
                entered=_entered(one),
                ranking=[
                    (column.rank, _("%(name)s: %(total)s") % {"name": column.name, "total": column.total})
                    for column in ranked
                ],
                compared=_against_the_first(comparison) if number else "",
                changes=told_changes(comparison) if number else [],
                counts_now=one.game.public_id == chosen and one.game.state != GameState.VOID,
            )
        )
    return told


def chosen_result(place: Place) -> str:
    """The public id of the result that another choice would replace; empty while none is chosen."""
    return "" if place.game is None or is_undecided(place) else place.game.public_id


def _against_the_first(comparison: Comparison) -> str:
    if comparison.cells is None:
        return told_comparison(comparison, needs_nothing=False)
    count = len(comparison.cells)
    return ngettext(
        "Differs from the first in %(count)d cell:", "Differs from the first in %(count)d cells:", count
    ) % {"count": count}


def _entered(one: EnteredResult) -> str:
    said = {"name": one.by.name if one.by else "", "time": _moment(one)}
    if one.by:
        return _("Entered by %(name)s at %(time)s") % said
    return _("Entered at %(time)s") % said


def _moment(one: EnteredResult) -> str:
    at = timezone.localtime(one.at)
    today = at.date() == timezone.localdate()
    return date_format(at, "TIME_FORMAT" if today else "SHORT_DATETIME_FORMAT")


def _decide_address(place: Place, viewer: Any) -> str:
    """Where an organiser chooses; empty for everybody else."""
    if isinstance(place, EventTable):
        event = place.event
        address = reverse("events:table", args=[event.address_key, place.public_id])
        return address if may(viewer, "events.run_event", event) else ""
    season = place.season
    address = reverse("leagues:results", args=[season.address_key, place.public_id])
    return address if may(viewer, "tournaments.change_season", season) else ""
