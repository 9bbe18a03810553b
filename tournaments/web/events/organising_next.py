"""The one obvious thing to do next with a tournament."""

from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event_enums import EventState, RoundState
from tournaments.formats.rounds import next_round
from tournaments.formats.stages import Kind
from tournaments.models import Event, EventRound, EventTable
from tournaments.selectors.events.people import Places, places_of
from tournaments.selectors.events.stage_state import stage_state, tables_without_result

FEWEST = 2
# Stages that know by themselves how many rounds they have.
COUNTED = {Kind.SWISS, Kind.HEATS, Kind.FINAL}


@dataclass(frozen=True, slots=True)
class Step:
    """`posts`: the button does it at once, with `values`; otherwise it leads to a page."""

    text: str
    action: str
    address: str
    posts: bool = False
    values: dict[str, int] = field(default_factory=dict)


def next_step(event: Event) -> Step:
    last = event.rounds.select_related("stage").defer("request", "drawn").order_by("-number").first()
    if event.is_finished:
        return Step(_("The tournament is finished."), _("See the final ranking"), event.get_absolute_url())
    if last is None:
        return _before_the_first(event, places_of(event))
    last.event = event
    if not last.is_posted:
        return _unpublished(last)
    conflicts = EventTable.objects.filter(round__event=event, decision="", rival__isnull=False)
    conflict = conflicts.order_by("round__number", "number").first()
    if conflict:
        text = _("Table %(table)s has different results.") % {"table": conflict.number}
        return Step(text, _("Decide"), _address("table", event, conflict.public_id))
    # As the draw asks: a result that a correction gave to other players is none.
    waiting = [number for number, _table in tables_without_result(event)]
    if waiting:
        text = ngettext(
            "One table is still playing in round %(round)s.",
            "%(count)s tables are still playing in round %(round)s.",
            len(waiting),
        )
        said = text % {"count": len(waiting), "round": waiting[0]}
        return Step(said, _("See the tables"), _address("manage_round", event, waiting[0]))
    if rounds_are_left(last):
        return _draw(
            event, last.number + 1, _("All results of round %(round)s are in.") % {"round": last.number}
        )
    return Step(_("All rounds are played."), _("Finish the tournament"), _address("finish", event))


def rounds_are_left(last: EventRound) -> bool:
    """Without planning the next round, which would write: whether there is one."""
    event, stage = last.event, last.stage
    if event.stages.filter(number__gt=stage.number).exists():
        return True
    if stage.kind in COUNTED:
        return last.number_in_stage < stage.stage.rounds
    return next_round(stage_state(event, stage), seed="") is not None


def _before_the_first(event: Event, places: Places) -> Step:
    if event.state == EventState.PLANNED and places.taken == 0:
        text = _("Nobody is on the list yet. Open the registration, or add players yourself.")
        return Step(text, _("Open the registration"), _address("open_registration", event), posts=True)
    playing = places.there if event.needs_check_in else places.taken
    count = ngettext("One player has a place.", "%(count)s players have a place.", places.taken)
    text = count % {"count": places.taken}
    if playing >= FEWEST:
        if event.needs_check_in:
            there = ngettext("One of them is there.", "%(count)s of them are there.", places.there)
            text = f"{text} {there % {'count': places.there}}"
        return _draw(event, 1, text)
    if event.needs_check_in and places.taken:
        text = f"{text} {_('Only who is checked in is drawn.')}"
        return Step(text, _("Check in the players"), _address("check_in", event))
    return Step(text, _("Add players"), _address("add_entry", event))


def _unpublished(last: EventRound) -> Step:
    event, number = last.event, last.number
    page = _address("manage_round", event, number)
    match last.state:
        case RoundState.DRAWING:
            return Step(_("Round %(round)s is being drawn.") % {"round": number}, _("Watch"), page)
        case RoundState.FAILED:
            text = _("Round %(round)s cannot be drawn: no draw keeps all wishes.") % {"round": number}
            return Step(text, _("See the wishes"), _address("wishes", event))
        case _:
            text = _("Round %(round)s is drawn. Nobody sees it yet.") % {"round": number}
            return Step(text, _("Look and publish round %(round)s") % {"round": number}, page)


def _draw(event: Event, number: int, text: str) -> Step:
    return Step(
        text,
        _("Draw round %(round)s") % {"round": number},
        _address("draw", event),
        posts=True,
        values={"number": number},
    )


def _address(name: str, event: Event, *more: object) -> str:
    return reverse(f"events:{name}", args=[event.address_key, *more])
