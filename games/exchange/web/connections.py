"""How a club is connected with other programs (feeds and webhooks), and a game sent on to BG Stats."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.clubs.web.access import club_for
from games.exchange.enums import News
from games.exchange.feed_registry import feeds_of_club
from games.exchange.formats.bgstats import create_play_link
from games.exchange.models import FeedKey, Webhook
from games.exchange.selectors.records import record_of
from games.exchange.services.feeds import make_feed_key, revoke_feed_key
from games.exchange.services.webhooks import (
    PERMISSION,
    add_webhook,
    remove_webhook,
    switch_webhook,
    try_webhook,
)
from games.exchange.web.forms import WebhookForm
from games.players.actors import signed_in
from games.results.models import Game
from games.results.web.sections import Section, SectionedPage, register_section

DELIVERIES_SHOWN = 50
SOURCE_NAME = "Caledonia"


@never_cache
@login_required
def connections(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    return _page(request, club)


def _page(
    request: HttpRequest, club: Club, *, form: WebhookForm | None = None, secret: str = "", status: int = 200
) -> HttpResponse:
    site = request.build_absolute_uri("/")[:-1]
    addresses = [
        (_("Games (Atom)"), site + reverse("exchange:games_feed", args=[club.slug])),
        (_("Events (iCalendar)"), site + reverse("exchange:events_feed", args=[club.slug])),
        *((name, site + path) for name, path in feeds_of_club(club)),
    ]
    keeps = may(request.user, PERMISSION, club)
    context = {
        "club": club,
        "addresses": addresses,
        "secret_addresses": [(name, f"{address}?key={secret}") for name, address in addresses]
        if secret
        else [],
        "keys": FeedKey.objects.filter(club=club, account=request.user.pk).order_by("-pk"),
        "keeps_webhooks": keeps,
        "webhooks": Webhook.objects.filter(club=club).order_by("pk") if keeps else [],
        "form": (form or WebhookForm(initial={"news": [News.CONFIRMED]})) if keeps else None,
    }
    return render(request, "exchange/connections.html", context, status=status)


@never_cache
@require_POST
@login_required
def new_feed_key(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    account = signed_in(request.user)
    with errors_as_messages(request):
        _key, secret = make_feed_key(actor=account, club=club)
        return _page(request, club, secret=secret)
    return redirect("exchange:connections", slug=slug)


@require_POST
@login_required
def revoke_key(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    account = signed_in(request.user)
    if revoke_feed_key(actor=account, public_id=public_id):
        messages.success(request, _("The link is revoked."))
    return redirect("exchange:connections", slug=slug)


@require_POST
@login_required
def new_webhook(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    if not may(request.user, PERMISSION, club):
        raise PermissionDenied
    account = signed_in(request.user)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            add_webhook(
                actor=account,
                club=club,
                url=form.cleaned_data["url"],
                news=[News(name) for name in form.cleaned_data["news"]],
            )
        except UserError as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, _("The webhook is added. Try it."))
            return redirect("exchange:connections", slug=slug)
    return _page(request, club, form=form, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """What was sent, the secret it is signed with; try it, switch it off or on, remove it."""
    club = club_for(request, slug)
    if not may(request.user, PERMISSION, club):
        raise PermissionDenied
    hook = get_object_or_404(Webhook.objects.select_related("club"), club=club, public_id=public_id)
    if request.method != "POST":
        context = {
            "club": club,
            "webhook": hook,
            "deliveries": hook.deliveries.order_by("-pk")[:DELIVERIES_SHOWN],
        }
        return render(request, "exchange/webhook.html", context)
    if "remove" in request.POST:
        remove_webhook(actor=request.user, webhook=hook)
        messages.success(request, _("The webhook is removed."))
        return redirect("exchange:connections", slug=slug)
    if "try" in request.POST:
        with errors_as_messages(request):
            try_webhook(actor=request.user, webhook=hook)
            messages.success(request, _("A test is on its way. Look at the list below."))
    elif "switch" in request.POST:
        switch_webhook(actor=request.user, webhook=hook, is_on=not hook.is_on)
    return redirect("exchange:webhook", slug=slug, public_id=public_id)


def register() -> None:
    register_section(SectionedPage.GAME, "exchange", send_on, order=90)


def send_on(request: HttpRequest, game: Game) -> Section:
    link = create_play_link(record_of(game), source_name=SOURCE_NAME)
    return Section("exchange/sections/game.html", {"link": link})
