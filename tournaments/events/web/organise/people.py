"""The people of a tournament: who is there at the door (for organisers and who keeps the scores, on a phone), who comes
in, who leaves, what the draw should know of them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.middleware import errors_as_messages, posted_text
from caledonia_site.common.pictures.qr import inline_qr_code, inline_qr_codes
from games.players.actors import Actor
from games.players.models import Player
from tournaments.events.enums import TAKING_A_SPOT, ParticipantState, SeatingRuleKind
from tournaments.events.models import Event, Participant
from tournaments.events.selectors.events import (
    by_name,
    called,
    left_the_club,
    people_of,
    players_to_enter,
    seating_rules_of,
    spots_of,
)
from tournaments.events.services.check_in import check_in as check_in_participant
from tournaments.events.services.check_in import (
    check_in_everybody,
    drop_participant,
    return_participant,
    sit_out,
    undo_check_in,
)
from tournaments.events.services.errors import AlreadyOnTheListError
from tournaments.events.services.registration import (
    add_guest_participant,
    add_participant,
    confirm_participant,
    invite_player,
    tag_participant,
    withdraw_participant,
)
from tournaments.events.services.requests import add_seating_rule, remove_seating_rule
from tournaments.events.web.organise.access import (
    event_allowing,
    find_participant,
    for_organisers,
    organising_context,
    put_event_error,
    to,
)

# Each takes its time to draw.
CODES_PER_PAGE = 200


@for_organisers
def check_in(request: HttpRequest, key: str) -> HttpResponse:
    """Who is still missing stands first; a few letters of the name find somebody."""
    event = event_allowing(request, key, "events.check_in")
    search = request.GET.get("q", "").strip()
    people = [
        participant for participant in people_of(event, request.user) if participant.state in TAKING_A_SPOT
    ]
    people = by_name(called(people, search) if search else people)
    people.sort(key=lambda participant: participant.state == ParticipantState.CHECKED_IN)
    context = organising_context(
        request,
        event,
        "check_in",
        people=people,
        places=spots_of(event),
        left=left_the_club(event),
        search=search,
    )
    return render(request, "events/organise/check_in.html", context)


@require_POST
@for_organisers
def is_there(request: HttpRequest, key: str, entry_id: str) -> HttpResponse:
    event = event_allowing(request, key, "events.check_in")
    participant = find_participant(request, event, entry_id)
    with errors_as_messages(request):
        check_in_participant(actor=request.user, participant=participant)
        messages.success(request, _("%(name)s is there.") % {"name": participant.player.shown.name})
    return to("check_in", event)


@require_POST
@for_organisers
def everybody_is_there(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.check_in")
    with errors_as_messages(request):
        count = check_in_everybody(actor=request.user, event=event)
        if count:
            text = ngettext("One more player is there.", "%(number)s more players are there.", count)
            messages.success(request, text % {"number": count})
        if left := len(left_the_club(event)):
            text = ngettext(
                "One player on the list is not in the club any more.",
                "%(number)s players on the list are not in the club any more.",
                left,
            )
            messages.warning(request, text % {"number": left})
        elif not count:
            messages.info(request, _("Everybody is there already."))
    return to("check_in", event)


@require_POST
@for_organisers
def is_not_there(request: HttpRequest, key: str, entry_id: str) -> HttpResponse:
    event = event_allowing(request, key, "events.check_in")
    participant = find_participant(request, event, entry_id)
    with errors_as_messages(request):
        undo_check_in(actor=request.user, participant=participant)
        messages.success(request, _("%(name)s is not there yet.") % {"name": participant.player.shown.name})
    return to("check_in", event)


@for_organisers
def door_code(request: HttpRequest, key: str) -> HttpResponse:
    """To print and hang up: players with an account scan it and are checked in."""
    event = event_allowing(request, key, "events.check_in")
    address = request.build_absolute_uri(reverse("events:door", args=[event.address_key, event.door_key]))
    context = organising_context(request, event, "check_in", address=address, code=inline_qr_code(address))
    return render(request, "events/organise/door_code.html", context)


@for_organisers
def place_codes(request: HttpRequest, key: str) -> HttpResponse:
    """One code for each player, to print and cut: it checks in and shows the table without an account."""
    event = event_allowing(request, key)
    people = [
        participant for participant in people_of(event, request.user) if participant.state in TAKING_A_SPOT
    ]
    page = Paginator(people, CODES_PER_PAGE).get_page(request.GET.get("page"))
    codes = inline_qr_codes(
        [
            request.build_absolute_uri(reverse("events:place", args=[participant.token]))
            for participant in page
        ]
    )
    context = organising_context(
        request, event, "check_in", page=page, codes=list(zip(page, codes, strict=True))
    )
    return render(request, "events/organise/place_codes.html", context)


class TagsForm(forms.Form):
    """What the draw should know of somebody."""

    team = forms.CharField(
        label=gettext_lazy("Club or team"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("The draw keeps people of one club or team apart where it can."),
    )
    family = forms.CharField(
        label=gettext_lazy("Family"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("The draw keeps a family apart where it can."),
    )


class AddParticipantsForm(forms.Form):
    """Players of the club, new guests, or both."""

    players = forms.MultipleChoiceField(
        label=gettext_lazy("Players of the club"), required=False, widget=forms.CheckboxSelectMultiple
    )
    guests = forms.CharField(
        label=gettext_lazy("New guests"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("People without an account, one name a line. They become guests of the club."),
    )

    def __init__(self, *args: Any, players: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.public_id, player.shown.name) for player in players]
        self.fields["players"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["players"]

    def clean_guests(self) -> list[str]:
        lines = str(self.cleaned_data["guests"]).splitlines()
        return [line.strip() for line in lines if line.strip()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and not cleaned.get("players") and not cleaned.get("guests"):
            self.add_error(None, str(gettext_lazy("Choose players, or enter the names of guests.")))
        return cleaned


class ParticipantForm(TagsForm):
    rating = forms.IntegerField(
        label=gettext_lazy("Rating"),
        min_value=0,
        max_value=4000,
        required=False,
        help_text=gettext_lazy("For who has none here; the site’s own is read when the tournament begins."),
    )


class SeatingRuleForm(forms.Form):
    one = forms.ChoiceField(label=gettext_lazy("Player"))
    other = forms.ChoiceField(label=gettext_lazy("And"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Wish"), choices=SeatingRuleKind.choices, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, participants: Sequence[Participant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.participants = {participant.public_id: participant for participant in participants}
        choices = [
            ("", "–"),
            *((key, participant.player.shown.name) for key, participant in self.participants.items()),
        ]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def chosen(self, name: str) -> Participant:
        return self.participants[self.cleaned_data[name]]


MOST_FOUND = 20
SEEN_AT_A_GLANCE = 20
PEOPLE_PER_PAGE = 100

Act = Callable[[Any, Participant], Any]
ACTS: dict[str, Act] = {
    "confirm": lambda actor, participant: confirm_participant(actor=actor, participant=participant),
    "withdraw": lambda actor, participant: withdraw_participant(actor=actor, participant=participant),
    "drop": lambda actor, participant: drop_participant(actor=actor, participant=participant),
    "disqualify": lambda actor, participant: drop_participant(
        actor=actor, participant=participant, disqualify=True
    ),
    "return": lambda actor, participant: return_participant(actor=actor, participant=participant),
    "sit-out": lambda actor, participant: sit_out(actor=actor, participant=participant),
    "play": lambda actor, participant: sit_out(actor=actor, participant=participant, sits_out=False),
}


@for_organisers
def manage_people(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    everybody = people_of(event, request.user)
    people = [participant for participant in everybody if participant.state != ParticipantState.REQUESTED]
    search = request.GET.get("q", "").strip()[:80]
    matching = called(people, search) if search else people
    context = organising_context(
        request,
        event,
        "manage_people",
        asking=[participant for participant in everybody if participant.state == ParticipantState.REQUESTED],
        people=people,
        search=search,
        offers_search=search or len(people) > SEEN_AT_A_GLANCE,
        page=Paginator(matching, PEOPLE_PER_PAGE).get_page(request.GET.get("page")),
        places=spots_of(event),
    )
    return render(request, "events/organise/people.html", context)


@for_organisers
def add_participants(request: HttpRequest, key: str) -> HttpResponse:
    """Also late: then they play from the next round on. All of them or, if one cannot be, none."""
    event = event_allowing(request, key)
    players = list(players_to_enter(event, request.user))
    form = AddParticipantsForm(request.POST if request.method == "POST" else None, players=players)
    if request.method == "POST" and form.is_valid():
        try:
            count = _put_on_list(request.user, event, form.cleaned_data)
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            message = ngettext("One player is on the list.", "%(count)s players are on the list.", count)
            messages.success(request, message % {"count": count})
            return to("manage_people", event)
    context = organising_context(request, event, "manage_people", form=form)
    return render(request, "events/organise/add_participants.html", context)


@transaction.atomic
def _put_on_list(actor: Actor, event: Event, chosen: dict[str, Any]) -> int:
    players = Player.objects.filter(public_id__in=chosen.get("players", ()))
    for player in players:
        try:
            add_participant(actor=actor, event=event, player=player)
        except AlreadyOnTheListError:
            # The other organiser was faster; both wanted the same.
            continue
    for name in chosen["guests"]:
        add_guest_participant(actor=actor, event=event, name=name)
    return len(players) + len(chosen["guests"])


@for_organisers
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Anybody with an account whose name the organiser may know, in the club or not."""
    event = event_allowing(request, key)
    if request.method == "POST":
        player = get_object_or_404(
            Player.objects.visible_to(request.user).filter(account__isnull=False),
            public_id=posted_text(request, "player"),
        )
        with errors_as_messages(request):
            invite_player(actor=request.user, event=event, player=player)
            name = player.shown_for(request.user).name
            messages.success(request, _("%(name)s is invited and sees the tournament.") % {"name": name})
        return to("manage_people", event)
    search = request.GET.get("q", "").strip()
    context = organising_context(
        request, event, "manage_people", search=search, found=_to_invite(request, event, search)
    )
    return render(request, "events/organise/invite.html", context)


def _to_invite(request: HttpRequest, event: Event, search: str) -> list[Player]:
    if not search:
        return []
    listed = event.participants.exclude(state=ParticipantState.WITHDRAWN).values("player")
    players = Player.objects.visible_to(request.user).filter(account__isnull=False).named_like(search)
    return list(players.exclude(pk__in=listed).shown_to(request.user).order_by("name_key", "pk")[:MOST_FOUND])


@for_organisers
def participant(request: HttpRequest, key: str, entry_id: str) -> HttpResponse:
    """Everything about one player: what the draw should know, and what can be done."""
    event = event_allowing(request, key)
    listed = find_participant(request, event, entry_id)
    initial = {"team": listed.team, "family": listed.family, "rating": listed.rating}
    form = ParticipantForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with errors_as_messages(request):
            tag_participant(actor=request.user, participant=listed, **form.cleaned_data)
            messages.success(request, _("Saved. It counts from the next draw on."))
            return to("manage_people", event)
    place = request.build_absolute_uri(reverse("events:place", args=[listed.token]))
    context = organising_context(
        request,
        event,
        "manage_people",
        participant=listed,
        form=form,
        has_played=listed.stages.exists(),
        place_address=place,
        code=inline_qr_code(place),
    )
    return render(request, "events/organise/participant.html", context)


@require_POST
@for_organisers
def participant_act(request: HttpRequest, key: str, entry_id: str, what: str) -> HttpResponse:
    event = event_allowing(request, key)
    listed = find_participant(request, event, entry_id)
    if what not in ACTS:
        raise Http404
    with errors_as_messages(request):
        now = ACTS[what](request.user, listed)
        name, state = listed.player.shown.name, now.get_state_display()
        message = _("%(name)s sits out the next round.") if now.sits_out else _("%(name)s: %(state)s.")
        messages.success(request, message % {"name": name, "state": state})
    return to("manage_people", event)


@for_organisers
def seating_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Who must, and who must not, sit at one table."""
    event = event_allowing(request, key)
    participants = by_name(
        participant for participant in people_of(event, request.user) if not participant.has_left
    )
    form = SeatingRuleForm(
        request.POST if request.method == "POST" else None,
        participants=participants,
        initial={"kind": SeatingRuleKind.APART},
    )
    if request.method == "POST" and form.is_valid():
        try:
            add_seating_rule(
                actor=request.user,
                event=event,
                first=form.chosen("one"),
                second=form.chosen("other"),
                kind=SeatingRuleKind(form.cleaned_data["kind"]),
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            messages.success(request, _("The wish counts from the next draw on."))
            return to("wishes", event)
    context = organising_context(
        request, event, "manage_people", form=form, wishes=seating_rules_of(event, request.user)
    )
    return render(request, "events/organise/wishes.html", context)


@require_POST
@for_organisers
def drop_seating_rule(request: HttpRequest, key: str, wish_id: int) -> HttpResponse:
    """One that is gone already was taken back by somebody else."""
    event = event_allowing(request, key)
    with errors_as_messages(request):
        if rule := event.seating_rules.select_related("first", "second").filter(pk=wish_id).first():
            rule.event = event
            remove_seating_rule(actor=request.user, rule=rule)
        messages.success(request, _("The wish is taken back."))
    return to("wishes", event)
