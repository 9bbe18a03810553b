"""Run with a site's environment: tables, a club with a league, four players with a token each; printed as JSON."""

import django

django.setup()

import json  # noqa: E402
from datetime import timedelta  # noqa: E402

from django.utils import timezone  # noqa: E402

from games.clubs.enums import Role  # noqa: E402
from games.tokens.enums import TokenScope  # noqa: E402
from games.tokens.services import create_token  # noqa: E402
from tests.factories.clubs import ClubFactory, member_of  # noqa: E402
from tests.factories.leagues import LeagueFactory, open_season  # noqa: E402
from tests.processes.tables import make_tables  # noqa: E402

PLAYERS = 4

make_tables()
club = ClubFactory()
roles = [Role.OWNER] + [Role.SCOREKEEPER] * (PLAYERS - 1)
# They come by their tokens: to keep a password as production does costs half a second.
accounts = [member_of(club, role, account__password=None) for role in roles]
today = timezone.localdate()
open_season(
    league=LeagueFactory(club=club),
    actor=accounts[0],
    starts_on=today - timedelta(days=20),
    ends_on=today + timedelta(days=20),
)
tokens = [create_token(actor=one, name="faults", scope=TokenScope.WRITE)[1] for one in accounts]
players = [one.player.public_id for one in accounts]
print(json.dumps({"club": club.public_id, "tokens": tokens, "players": players}))
