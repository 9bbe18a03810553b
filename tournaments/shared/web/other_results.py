"""Another result of the same table, in words: whose, where they differ, who decides."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.players.actors import Viewer
from games.results.enums import GameState
from games.results.models import Game
from games.results.web.cells import Change, change_in_words
from games.results.web.seats import columns_of
from games.results.web.sections import Section
from tournaments.shared.selectors.other_results import (
    Beside,
    Comparison,
    EnteredResult,
    beside_of,
    entered_results,
    is_undecided,
    results_to_choose,
)
from tournaments.shared.slots import ResultSlot, family_of


@dataclass(frozen=True, slots=True)
class DescribedResult:
    """A result that an organiser can choose."""

    game: Game
    entered: str
    ranking: list[tuple[int, str]]
    compared: str
    changes: list[Change]
    counts_now: bool


@dataclass(frozen=True, slots=True)
class DescribedOther:
    """Another result on the page of one; `entered` where there are several. `is_later`: it came in after this one."""

    game: Game
    entered: str
    compared: str
    changes: list[Change]
    is_later: bool


def other_result_of_game(request: HttpRequest, game: Game) -> Section | None:
    """On the game's page, in the place of what its state means."""
    beside = beside_of(game, request.user)
    if beside is None:
        return None
    decided = not (beside.waits or beside.is_refused)
    content = {
        "told": _describe(beside, game),
        "others": [
            _describe_other(comparison, game, beside, needs_nothing=decided)
            for comparison in beside.comparisons
        ],
        "decide_address": "" if decided else beside.family.choosing_address(beside.slot, request.user),
    }
    return Section(
        "tournaments/sections/other_result.html",
        content,
        tells_state="warning" if beside.waits else "info",
        # "Confirmed" would say that it counts.
        badge=beside.family.conflict_badge if beside.waits else "",
    )


def _describe(beside: Beside, game: Game) -> list[str]:
    if beside.is_refused and not beside.comparisons:
        return [_("This result doesn’t count: an organiser took the result off. It can still be chosen.")]
    if beside.is_refused:
        return [_("An organiser decided that another result of this table counts.")]
    sentences = [
        describe_arrival(_other(comparison, game))
        if beside.is_first or number
        else describe_known(beside.slot, comparison.first)
        for number, comparison in enumerate(beside.comparisons)
    ]
    if beside.waits:
        sentences.append(beside.family.describe_decision(several=len(beside.comparisons) > 1))
    return sentences


def _describe_other(
    comparison: Comparison, game: Game, beside: Beside, *, needs_nothing: bool
) -> DescribedOther:
    other = _other(comparison, game)
    return DescribedOther(
        game=other.game,
        entered=_entered(other) if len(beside.comparisons) > 1 else "",
        compared=describe_comparison(comparison, needs_nothing=needs_nothing),
        changes=describe_changes(comparison),
        is_later=comparison.second is other,
    )


def _other(comparison: Comparison, game: Game) -> EnteredResult:
    return comparison.first if comparison.second.game.pk == game.pk else comparison.second


def describe_known(slot: ResultSlot, first: EnteredResult) -> str:
    """There is a result, entered by whom and when."""
    name = first.by.name if first.by else ""
    return family_of(slot).describe_known(slot, name=name, time=_moment(first))


def describe_arrival(second: EnteredResult) -> str:
    """To the first: another one came in."""
    values = {"name": second.by.name if second.by else "", "time": _moment(second)}
    if second.by:
        return _("Another result of this table came in, entered by %(name)s at %(time)s.") % values
    return _("Another result of this table came in at %(time)s.") % values


def describe_comparison(comparison: Comparison, *, needs_nothing: bool) -> str:
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


def describe_changes(comparison: Comparison) -> list[Change]:
    game = comparison.first.game
    names = [column.name for column in columns_of(game)]
    return [change_in_words(game.system, cell, names) for cell in comparison.cells or ()]


def describe_notice(slot: ResultSlot, viewer: Viewer) -> str:
    """On a sheet that is opened where there is a result; empty where there is none."""
    if slot.game is None:
        return ""
    (first,) = entered_results([slot.game], viewer)
    invitation = _("If you enter yours as well, the two are compared.")
    return f"{describe_known(slot, first)} {invitation}"


def kept_beside(slot: ResultSlot, game: Game) -> str:
    """What the second phone reads on top, in the place of "recorded"."""
    if not slot.other_results.filter(game=game).exists():
        return ""
    return _("Your result is kept beside the one that was there first.")


def describe_results(slot: ResultSlot, viewer: Viewer) -> list[DescribedResult]:
    """For the organiser, as they came in."""
    chosen = chosen_result(slot)
    return [
        _describe_result(comparison, chosen, is_first=not number)
        for number, comparison in enumerate(results_to_choose(slot, viewer))
    ]


def _describe_result(comparison: Comparison, chosen: str, *, is_first: bool) -> DescribedResult:
    result = comparison.second
    ranked = sorted(columns_of(result.game), key=lambda column: (column.rank, column.index))
    return DescribedResult(
        game=result.game,
        entered=_entered(result),
        ranking=[
            (column.rank, _("%(name)s: %(total)s") % {"name": column.name, "total": column.total})
            for column in ranked
        ],
        compared="" if is_first else _against_the_first(comparison),
        changes=[] if is_first else describe_changes(comparison),
        counts_now=result.game.public_id == chosen and result.game.state != GameState.VOID,
    )


def chosen_result(slot: ResultSlot) -> str:
    """The public id of the result that another choice would replace; empty while none is chosen."""
    return "" if slot.game is None or is_undecided(slot) else slot.game.public_id


def _against_the_first(comparison: Comparison) -> str:
    if comparison.cells is None:
        return describe_comparison(comparison, needs_nothing=False)
    count = len(comparison.cells)
    return ngettext(
        "Differs from the first in %(count)d cell:", "Differs from the first in %(count)d cells:", count
    ) % {"count": count}


def _entered(result: EnteredResult) -> str:
    values = {"name": result.by.name if result.by else "", "time": _moment(result)}
    if result.by:
        return _("Entered by %(name)s at %(time)s") % values
    return _("Entered at %(time)s") % values


def _moment(result: EnteredResult) -> str:
    at = timezone.localtime(result.at)
    today = at.date() == timezone.localdate()
    return date_format(at, "TIME_FORMAT" if today else "SHORT_DATETIME_FORMAT")
