"""Run with a site's environment: prints addresses of every kind of page, a program's token and its games as JSON."""

import django

django.setup()

import json  # noqa: E402
import random  # noqa: E402
from importlib import import_module  # noqa: E402
from typing import Any  # noqa: E402

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.urls import reverse  # noqa: E402

from games.clubs.enums import ClubVisibility, Role  # noqa: E402
from games.clubs.models import Club  # noqa: E402
from games.players.models import PageVisibility, Player, User  # noqa: E402
from games.results.models import Game  # noqa: E402
from games.systems import default_system, system_of  # noqa: E402
from games.tokens.enums import TokenScope  # noqa: E402
from games.tokens.services import MOST_TOKENS, create_token  # noqa: E402
from scoring import registry  # noqa: E402
from tournaments.events.models import Event  # noqa: E402
from tournaments.leagues.models import Season  # noqa: E402

SYSTEM = default_system()
OF_EACH = 300
SENDERS = 8
SHEETS = 200
NAMES = ("ailsa", "morag", "kerr", "joão", "dub", "fion")


def main() -> None:
    rng = random.Random(1886)
    open_clubs = Club.objects.filter(is_demo=True, visibility=ClubVisibility.PUBLIC)
    games = _sample(rng, Game.objects.filter(is_demo=True, club__in=open_clubs))
    players = _sample(rng, Player.objects.filter(is_demo=True, visibility=PageVisibility.PUBLIC))
    table, facts = reverse("statistics:table"), reverse("statistics:facts", args=[SYSTEM])
    clans = next(
        field.choices
        for field in registry.get(SYSTEM).description.seat
        if field.key == registry.get(SYSTEM).description.dimension
    )
    pages = {
        "home": [reverse("home")],
        "list of games": [reverse("games:browse")],
        "list of games, searched": [f"{reverse('games:browse')}?name={name}" for name in NAMES],
        "game": [game.get_absolute_url() for game in games],
        "club": [club.get_absolute_url() for club in open_clubs[:OF_EACH]],
        "player": [player.get_absolute_url() for player in players],
        "leaderboard": [reverse("ratings:leaderboard")],
        "a player's rating": [reverse("ratings:player", args=[player.address_key]) for player in players],
        "clan table": [table, f"{table}?seats=3", f"{table}?seats=4", f"{table}?seats=2"],
        "clan": [reverse("statistics:faction", args=[clan]) for clan in clans],
        "facts": [facts, f"{facts}?seats=3", f"{facts}?seats=4"],
        "standings": [season.get_absolute_url() for season in Season.objects.filter(league__is_demo=True)],
        "tournament": [event.get_absolute_url() for event in Event.objects.filter(is_demo=True)],
    }
    print(json.dumps({"pages": pages, "senders": _senders(), "sheets": _sheets(rng)}))


def _sample(rng: random.Random, rows: Any) -> list[Any]:
    keys = list(rows.values_list("pk", flat=True))
    return list(rows.filter(pk__in=rng.sample(keys, min(len(keys), OF_EACH))))


def _senders() -> list[dict[str, Any]]:
    """Programs that post games for some clubs' owners, with the players they may post for."""
    senders = []
    for club in Club.objects.filter(is_demo=True, visibility=ClubVisibility.PUBLIC)[:SENDERS]:
        owner = club.memberships.select_related("player__account").get(role=Role.OWNER).player.account
        if owner.tokens.count() == MOST_TOKENS:
            owner.tokens.all().delete()
        _, secret = create_token(actor=owner, name="load", scope=TokenScope.WRITE)
        members = list(club.memberships.values_list("player__public_id", flat=True)[:40])
        senders.append(
            {"club": club.public_id, "token": secret, "players": members, "session": _session_of(owner)}
        )
    return senders


def _session_of(account: User) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def _sheets(rng: random.Random) -> list[dict[str, Any]]:
    sheets: list[dict[str, Any]] = []
    while len(sheets) < SHEETS:
        sheet = system_of(SYSTEM).demo.invent_sheet(rng)
        if not any(seat.get("kind") for seat in sheet["seats"]):
            sheets.append(sheet)
    return sheets


main()
