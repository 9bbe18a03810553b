"""Run with a site's environment: records a game of the staff account and prints its address."""

import django

django.setup()

from games.players.models import User  # noqa: E402
from tests.factories.games import recorded_game  # noqa: E402

print(recorded_game(recorder=User.objects.get(email="staff@example.com")).public_id)
