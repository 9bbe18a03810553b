"""The people of a tournament: who comes in, who leaves, what the draw should know of them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from caledonia_site.common.clean_requests import posted_text
from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.qr_codes import inline_qr_code
from caledonia_site.common.user_errors import errors_as_messages
from games.players.models import Player
from tournaments.event_enums import EntryState, WishKind
from tournaments.models import Event, EventEntry
from tournaments.selectors.events.people import (
    by_name,
    called,
    people_of,
    places_of,
    players_to_enter,
    wishes_of,
)
from tournaments.services.events.add_entry import add_entry, add_guest_entry
from tournaments.services.events.confirm_entry import confirm_entry
from tournaments.services.events.drop_entry import drop_entry, return_entry, sit_out
from tournaments.services.events.errors import AlreadyOnTheListError
from tournaments.services.events.invite_player import invite_player
from tournaments.services.events.tag_entry import tag_entry
from tournaments.services.events.wish_pair import drop_wish, wish_pair
from tournaments.services.events.withdraw_entry import withdraw_entry
from tournaments.web.events.organising_access import (
    event_allowing,
    find_entry,
    for_organisers,
    organising_context,
    put_event_error,
    to,
)
from tournaments.web.events.organising_people_forms import AddEntriesForm, EntryForm, WishForm

MOST_FOUND = 20
SEEN_AT_A_GLANCE = 20
PEOPLE_PER_PAGE = 100

Act = Callable[[Any, EventEntry], Any]
ACTS: dict[str, Act] = {
    "confirm": lambda actor, entry: confirm_entry(actor=actor, entry=entry),
    "withdraw": lambda actor, entry: withdraw_entry(actor=actor, entry=entry),
    "drop": lambda actor, entry: drop_entry(actor=actor, entry=entry),
    "disqualify": lambda actor, entry: drop_entry(actor=actor, entry=entry, disqualify=True),
    "return": lambda actor, entry: return_entry(actor=actor, entry=entry),
    "sit-out": lambda actor, entry: sit_out(actor=actor, entry=entry),
    "play": lambda actor, entry: sit_out(actor=actor, entry=entry, sits_out=False),
}


@for_organisers
def manage_people(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    everybody = people_of(event, request.user)
    people = [entry for entry in everybody if entry.state != EntryState.REQUESTED]
    search = request.GET.get("q", "").strip()[:80]
    found = called(people, search) if search else people
    context = organising_context(
        request,
        event,
        "manage_people",
        asking=[entry for entry in everybody if entry.state == EntryState.REQUESTED],
        people=people,
        search=search,
        offers_search=search or len(people) > SEEN_AT_A_GLANCE,
        page=Paginator(found, PEOPLE_PER_PAGE).get_page(request.GET.get("page")),
        places=places_of(event),
    )
    return render(request, "tournaments/events/organising/people.html", context)


@for_organisers
def add_entries(request: HttpRequest, key: str) -> HttpResponse:
    """Also late: then they play from the next round on. All of them or, if one cannot be, none."""
    event = event_allowing(request, key)
    players = list(players_to_enter(event, request.user))
    form = AddEntriesForm(request.POST if request.method == "POST" else None, players=players)
    if request.method == "POST" and form.is_valid():
        try:
            count = _put_on_list(request.user, event, form.cleaned_data)
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            told = ngettext("One player is on the list.", "%(count)s players are on the list.", count)
            messages.success(request, told % {"count": count})
            return to("manage_people", event)
    context = organising_context(request, event, "manage_people", form=form)
    return render(request, "tournaments/events/organising/add_entries.html", context)


@transaction.atomic
def _put_on_list(actor: Any, event: Event, chosen: dict[str, Any]) -> int:
    players = Player.objects.filter(public_id__in=chosen.get("players", ()))
    for player in players:
        try:
            add_entry(actor=actor, event=event, player=player)
        except AlreadyOnTheListError:
            # The other organiser was faster; both wanted the same.
            continue
    for name in chosen["guests"]:
        add_guest_entry(actor=actor, event=event, name=name)
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
    return render(request, "tournaments/events/organising/invite.html", context)


def _to_invite(request: HttpRequest, event: Event, search: str) -> list[Player]:
    if not search:
        return []
    listed = event.entries.exclude(state=EntryState.WITHDRAWN).values("player")
    found = Player.objects.visible_to(request.user).filter(account__isnull=False).named_like(search)
    return list(found.exclude(pk__in=listed).shown_to(request.user).order_by("name_key", "pk")[:MOST_FOUND])


@for_organisers
def entry(request: HttpRequest, key: str, entry_id: str) -> HttpResponse:
    """Everything about one player: what the draw should know, and what can be done."""
    event = event_allowing(request, key)
    found = find_entry(request, event, entry_id)
    initial = {"team": found.team, "family": found.family, "rating": found.rating}
    form = EntryForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with errors_as_messages(request):
            tag_entry(actor=request.user, entry=found, **form.cleaned_data)
            messages.success(request, _("Saved. It counts from the next draw on."))
            return to("manage_people", event)
    place = request.build_absolute_uri(reverse("events:place", args=[found.token]))
    context = organising_context(
        request,
        event,
        "manage_people",
        entry=found,
        form=form,
        has_played=found.places.exists(),
        place_address=place,
        code=inline_qr_code(place),
    )
    return render(request, "tournaments/events/organising/entry.html", context)


@require_POST
@for_organisers
def entry_act(request: HttpRequest, key: str, entry_id: str, what: str) -> HttpResponse:
    event = event_allowing(request, key)
    found = find_entry(request, event, entry_id)
    if what not in ACTS:
        raise Http404
    with errors_as_messages(request):
        now = ACTS[what](request.user, found)
        name, state = found.player.shown.name, now.get_state_display()
        said = _("%(name)s sits out the next round.") if now.sits_out else _("%(name)s: %(state)s.")
        messages.success(request, said % {"name": name, "state": state})
    return to("manage_people", event)


@for_organisers
def wishes(request: HttpRequest, key: str) -> HttpResponse:
    """Who must, and who must not, sit at one table."""
    event = event_allowing(request, key)
    entries = by_name(one for one in people_of(event, request.user) if not one.has_left)
    form = WishForm(
        request.POST if request.method == "POST" else None, entries=entries, initial={"kind": WishKind.APART}
    )
    if request.method == "POST" and form.is_valid():
        try:
            wish_pair(
                actor=request.user,
                event=event,
                one=form.chosen("one"),
                other=form.chosen("other"),
                kind=WishKind(form.cleaned_data["kind"]),
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            messages.success(request, _("The wish counts from the next draw on."))
            return to("wishes", event)
    context = organising_context(
        request, event, "manage_people", form=form, wishes=wishes_of(event, request.user)
    )
    return render(request, "tournaments/events/organising/wishes.html", context)


@require_POST
@for_organisers
def take_back_wish(request: HttpRequest, key: str, wish_id: int) -> HttpResponse:
    """A wish that is gone already was taken back by somebody else."""
    event = event_allowing(request, key)
    with errors_as_messages(request):
        if wish := event.wishes.select_related("one", "other").filter(pk=wish_id).first():
            wish.event = event
            drop_wish(actor=request.user, wish=wish)
        messages.success(request, _("The wish is taken back."))
    return to("wishes", event)
