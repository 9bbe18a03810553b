"""One table for who runs the tournament: its result, different ones, forfeits, corrections."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.formatting import format_date
from caledonia_site.common.middleware import errors_as_messages, posted_text
from games.clubs.web.clubs import confirmation
from games.results.models import Game
from games.results.wording import result_in_words
from tournaments.events.enums import TableDecision
from tournaments.events.models import Event, EventTable
from tournaments.events.selectors.events import notes_of
from tournaments.events.selectors.rounds import TableState, TableView, games_to_link, table_for
from tournaments.events.selectors.stages import CorrectionEffects, correction_effects
from tournaments.events.services.results import (
    accept_result,
    decide_table,
    report_table,
    settle_conflict,
    undo_table_decision,
    unlink_result,
)
from tournaments.events.web.organise.access import (
    event_allowing,
    for_organisers,
    organising_context,
    put_event_error,
    to,
)
from tournaments.events.web.tables import TONES
from tournaments.events.wording import TABLE_STATES
from tournaments.shared.web.fields import NeededNumbers
from tournaments.shared.web.other_results import chosen_result, describe_results

DECISIONS = [
    (TableDecision.FORFEITED, gettext_lazy("Forfeited: somebody lost without playing")),
    (TableDecision.CANCELLED, gettext_lazy("Called off: nobody gets anything")),
]


class DecisionForm(forms.Form):
    decision = forms.ChoiceField(
        label=gettext_lazy("What do you decide?"), choices=DECISIONS, widget=forms.RadioSelect
    )
    forfeiting = NeededNumbers(
        label=gettext_lazy("Who forfeits?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("They get no points; the others share the places before them."),
    )

    def __init__(self, *args: Any, view: TableView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(seat.number - 1, seat.shown.name) for seat in view.seats]
        self.fields["forfeiting"].choices = choices  # type: ignore[attr-defined]


@for_organisers
def table(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    return _page(request, event, table_for(event, table_id, request.user))


def _page(
    request: HttpRequest, event: Event, view: TableView, form: DecisionForm | None = None
) -> HttpResponse:
    effects = correction_effects(view.table) if view.table.game_id else None
    is_open = view.state == TableState.OPEN and view.table.round.is_published
    context = organising_context(
        request,
        event,
        "manage_rounds",
        view=view,
        state=TABLE_STATES[view.state],
        tone=TONES.get(view.state, "info"),
        results=describe_results(view.table, request.user),
        instead_of=chosen_result(view.table),
        effects=_describe_effects(request, effects) if effects else [],
        redraws=effects.may_redraw if effects else None,
        games=[(game, _describe_game(game)) for game in games_to_link(view.table, request.user)]
        if is_open
        else [],
        form=form or (DecisionForm(view=view) if is_open else None),
        notes=notes_of(event, request.user).filter(table=view.table),
    )
    return render(request, "events/organise/table.html", context)


def _describe_effects(request: HttpRequest, effects: CorrectionEffects) -> list[str]:
    """What a correction changes, and what it does not."""
    if effects.is_finished:
        return [_("The tournament is finished: its standings and places stay as they are.")]
    sentences = [_("The standings follow a correction by themselves.")]
    if effects.drawn_since:
        rounds = ", ".join(str(number) for number in effects.drawn_since)
        sentences.append(_("Rounds drawn since keep their tables: %(rounds)s.") % {"rounds": rounds})
    if effects.may_redraw is not None:
        sentences.append(
            _("Round %(round)s has no result yet: it can be drawn again afterwards.")
            % {"round": effects.may_redraw}
        )
    if effects.next_stage_has_begun:
        sentences.append(_("The next stage has begun: who went on to it stays there."))
        for participants, text in (
            (effects.would_go_on, _("By the results as they are now, these would have gone on: %(names)s.")),
            (
                effects.would_not,
                _("By the results as they are now, these would not have gone on: %(names)s."),
            ),
        ):
            if participants:
                names = ", ".join(
                    participant.player.shown_for(request.user).name for participant in participants
                )
                sentences.append(text % {"names": names})
    return sentences


def _describe_game(game: Game) -> str:
    return f"{format_date(game.played_on)}: {result_in_words(game)}"


@require_POST
@for_organisers
def link_result(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    """A game of these people that was recorded without the tournament."""
    event, table = _find(request, key, table_id)
    offered = [*games_to_link(table, request.user), *([table.game] if table.game else [])]
    game = next((choice for choice in offered if choice.public_id == request.POST.get("game")), None)
    if game is None:
        raise Http404
    with errors_as_messages(request):
        report_table(actor=request.user, table=table, game=game)
        messages.success(request, _("The result of table %(table)s is in.") % {"table": table.number})
    return to("manage_round", event, table.round.number)


@require_POST
@for_organisers
def settle(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    """Which of the different results counts."""
    event, table = _find(request, key, table_id)
    chosen = get_object_or_404(Game, club=event.club, public_id=posted_text(request, "game"))
    with errors_as_messages(request):
        settle_conflict(
            actor=request.user, table=table, game=chosen, instead_of=posted_text(request, "instead_of")
        )
        messages.success(request, _("Decided. The other result is kept but counts nowhere."))
        return to("manage_round", event, table.round.number)
    # Perhaps somebody else has chosen: there they see what.
    return to("table", event, table.public_id)


@require_POST
@for_organisers
def accept(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    event, table = _find(request, key, table_id)
    with errors_as_messages(request):
        accept_result(actor=request.user, table=table)
        messages.success(request, _("The result of table %(table)s counts.") % {"table": table.number})
    return to("manage_round", event, table.round.number)


@require_POST
@for_organisers
def decide(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    event = event_allowing(request, key)
    view = table_for(event, table_id, request.user)
    form = DecisionForm(request.POST, view=view)
    if form.is_valid():
        try:
            decide_table(
                actor=request.user,
                table=view.table,
                decision=TableDecision(form.cleaned_data["decision"]),
                forfeiting=form.cleaned_data["forfeiting"],
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            messages.success(request, _("The decision stands."))
            return to("manage_round", event, view.table.round.number)
    return _page(request, event, view, form)


@require_POST
@for_organisers
def undo_decision(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    event, table = _find(request, key, table_id)
    with errors_as_messages(request):
        undo_table_decision(actor=request.user, table=table)
        messages.success(request, _("The decision is taken back; the table can be played."))
    return to("manage_round", event, table.round.number)


@for_organisers
def unlink(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    event, table = _find(request, key, table_id)
    if request.method == "POST":
        with errors_as_messages(request):
            unlink_result(actor=request.user, table=table)
            messages.success(request, _("The result is off the table; the game itself stays."))
        return to("manage_round", event, table.round.number)
    return confirmation(
        request,
        club=event.club,
        title=_("Take the result off table %(table)s?") % {"table": table.number},
        text=_(
            "The game stays a game of the club. The table waits for another sheet, and so does the next round."
        ),
        action=_("Take it off"),
        back=reverse("events:table", args=[event.address_key, table.public_id]),
    )


def _find(request: HttpRequest, key: str, table_id: str) -> tuple[Event, EventTable]:
    event = event_allowing(request, key)
    return event, table_for(event, table_id, request.user).table
