"""Invented clubs for the demo data."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Concat
from django.utils import timezone

from caledonia_site.common.public_id import ALPHABET, LENGTH
from games.clubs.enums import Attendance, ClubVisibility, Role
from games.clubs.meeting_times import on_wall, span_from_wall
from games.clubs.models import Club, Meeting, MeetingAnswer, Membership
from games.clubs.services.clubs import ClubDetails, store_details
from games.players.models import PageVisibility, Player, User

CLUBS = (
    ClubDetails(
        name="Leith Traders",
        town="Edinburgh",
        time_zone="Europe/London",
        language="en",
        description="Every second Thursday in the back room of the chandlery. Newcomers get the gentle clans.",
    ),
    ClubDetails(
        name="Les Chardons",
        town="Lyon",
        time_zone="Europe/Paris",
        language="fr",
        description="Une partie le dimanche, du whisky pour le premier, du thé pour les autres.",
    ),
    ClubDetails(
        name="Clube do Cardo",
        town="São Paulo",
        time_zone="America/Sao_Paulo",
        language="pt-br",
        description="Jogamos aos sábados à tarde. Traga amigos; o mapa é grande.",
    ),
    ClubDetails(
        name="The Back Room",
        town="Glasgow",
        time_zone="Europe/London",
        language="en",
        visibility=ClubVisibility.PRIVATE,
    ),
)
# A large demo has so many players to a club, as large sites have many clubs and not large ones.
PLAYERS_OF_A_CLUB = 100
TOWNS = (
    ("Aberdeen", "Europe/London", "en"), ("Bordeaux", "Europe/Paris", "fr"), ("Curitiba", "America/Sao_Paulo", "pt-br"),
    ("Dundee", "Europe/London", "en"), ("Genève", "Europe/Zurich", "fr"), ("Inverness", "Europe/London", "en"),
    ("Lille", "Europe/Paris", "fr"), ("Manaus", "America/Manaus", "pt-br"), ("Montréal", "America/Toronto", "fr"),
    ("Oban", "Europe/London", "en"), ("Recife", "America/Recife", "pt-br"), ("Stirling", "Europe/London", "en"),
)  # fmt: skip
NAMES = {
    "en": ("The Stills of", "The Highland Table of", "The Shepherds of"),
    "fr": ("Les Alambics de", "La Table ronde de", "Les Bergers de"),
    "pt-br": ("Os Alambiques de", "A Mesa de", "Os Pastores de"),
}
ONE_PRIVATE_IN = 10
ROLES = (Role.OWNER, Role.ORGANISER, Role.SCOREKEEPER)
MEETINGS = {
    "en": ("Club night", "The back room of the chandlery"),
    "fr": ("Soirée du club", "Café Ludo"),
    "pt-br": ("Noite do clube", "Casa da Rafaela"),
}
CANCELLED = 2
ANSWERS = (Attendance.COMING, Attendance.COMING, Attendance.MAYBE, Attendance.NOT)
SHARE_OF_ANSWERS = 0.7
ADDRESSES = "@demo.invalid"
MOST_ANSWERS = 30
FIRST_DAY = datetime(2026, 1, 10, 19, tzinfo=UTC)


def seed_clubs(rng: random.Random, *, players: Sequence[Player]) -> list[Club]:
    """Clubs that share the players among them: one of each role first, then members, some of them guests."""
    clubs_details = [
        *CLUBS,
        *(_further(number) for number in range(len(players) // PLAYERS_OF_A_CLUB - len(CLUBS))),
    ]
    _give_accounts(players, clubs=len(clubs_details))
    clubs = []
    for number, details in enumerate(clubs_details):
        club = Club(public_id="".join(rng.choices(ALPHABET, k=LENGTH)), is_demo=True)
        store_details(club, details)
        # Every player is in a club, and some are in two.
        own = list(players[number :: len(clubs_details)])
        visiting = rng.sample(players, k=min(3, len(players)))
        members = list(dict.fromkeys([*own, *visiting]))
        _seat_members(rng, club, members)
        _plan_meetings(rng, club, members)
        clubs.append(club)
    return clubs


def _further(number: int) -> ClubDetails:
    """Clubs of many towns, each name once; every tenth is a private one."""
    town, zone, language = TOWNS[number % len(TOWNS)]
    names = NAMES[language]
    again, kind = divmod(number // len(TOWNS), len(names))
    return ClubDetails(
        name=f"{names[kind]} {town}" + (f" {again + 1}" if again else ""),
        town=town,
        time_zone=zone,
        language=language,
        visibility=ClubVisibility.PUBLIC if (number + 1) % ONE_PRIVATE_IN else ClubVisibility.PRIVATE,
    )


def _give_accounts(players: Sequence[Player], *, clubs: int) -> None:
    """Accounts nobody can sign in to; in each club one player in three is a guest, whom only the club sees."""
    for number, player in enumerate(players):
        place = number // clubs
        if place < len(ROLES) or place % 3:
            email = f"{player.public_id}{ADDRESSES}"
            player.account = User(email=email, password=make_password(None), is_demo=True)
        else:
            player.visibility = PageVisibility.CLUB
    User.objects.bulk_create([player.account for player in players if player.account], batch_size=2_000)
    for player in players:
        # The number of the account is known only now.
        player.account = player.account
    # Two statements whatever their number; one by one it takes minutes for many.
    demo = Player.objects.filter(is_demo=True)
    address = Concat(OuterRef("public_id"), Value(ADDRESSES))
    demo.update(account=Subquery(User.objects.filter(email=address).values("pk")))
    demo.filter(account=None).update(visibility=PageVisibility.CLUB)


def _seat_members(rng: random.Random, club: Club, players: Sequence[Player]) -> None:
    roles = list(ROLES)
    Membership.objects.bulk_create(
        Membership(
            club=club,
            player=player,
            role=roles.pop(0) if roles and player.account_id is not None else Role.MEMBER,
            joined_at=FIRST_DAY + timedelta(days=rng.randrange(200)),
        )
        for player in players
    )


def _plan_meetings(rng: random.Random, club: Club, players: Sequence[Player]) -> None:
    """Some club nights that were and some to come, one of them cancelled; most members have answered."""
    title, place = MEETINGS[club.language]
    today = on_wall(timezone.now(), club.time_zone).replace(minute=0, second=0, microsecond=0)
    evening = today.replace(hour=19) + timedelta(days=rng.randrange(2, 14))
    meetings = []
    for number in range(-3, 4):
        wall = evening + timedelta(days=14 * number)
        starts, ends = span_from_wall(wall, wall + timedelta(hours=4), club.time_zone)
        meetings.append(
            Meeting(
                public_id="".join(rng.choices(ALPHABET, k=LENGTH)),
                club=club,
                title=title,
                place=place,
                starts_at=starts,
                ends_at=ends,
                cancelled_at=timezone.now() if number == CANCELLED else None,
            )
        )
    Meeting.objects.bulk_create(meetings)
    MeetingAnswer.objects.bulk_create(
        MeetingAnswer(meeting=meeting, player=player, choice=rng.choice(ANSWERS))
        for meeting in meetings
        for player in [player for player in players if player.account_id is not None][:MOST_ANSWERS]
        if rng.random() < SHARE_OF_ANSWERS
    )


def remove_demo_clubs() -> int:
    clubs = Club.objects.filter(is_demo=True).delete()[0]
    return clubs + User.objects.filter(is_demo=True).delete()[0]
