"""Run with a site's environment: records a game and prints how many seconds after the commit it was rated."""

import time

import django

django.setup()

from games.clubs.models import Club  # noqa: E402
from games.players.models import Player  # noqa: E402
from games.ratings.models import PlayerRating  # noqa: E402
from games.results.services.results import Person  # noqa: E402
from tests.factories.games import recorded_game  # noqa: E402
from tests.processes.waiting import wait_until  # noqa: E402

number = Club.objects.count()
club = Club.objects.create(name=f"Leith {number}", slug=f"leith-{number}")
players = [Player.objects.create(name=name) for name in ("Una", "Rory")]
recorded_game(*(Person(player=player) for player in players), club=club)
committed = time.monotonic()
player_ratings = PlayerRating.objects.filter(
    player__in=players, pool__scope__in=["everyone", f"club:{club.public_id}"]
)
wait_until(lambda: player_ratings.count() == 4, "both pools have rated the game")
print(f"{time.monotonic() - committed:.2f}")
