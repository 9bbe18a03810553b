"""A club's ratings are for exactly those who may open the club, on the site and in the API."""

import pytest

from caledonia_site.common.permissions import may
from games.ratings.models import Pool
from tests.factories.clubs import ClubFactory
from tests.factories.people import PlayerFactory
from tests.games.ratings.tables import play, rate
from tests.permissions.people import KINDS, client_of, person_of

pytestmark = pytest.mark.django_db

SYSTEM = "clans_of_caledonia"


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_pages_and_api_follow_the_predicate(visibility):
    club = ClubFactory(visibility=visibility)
    ailsa, rory = PlayerFactory(), PlayerFactory()
    play(ailsa, rory, games=1, club=club)
    rate()
    pool = Pool.objects.get(scope=f"club:{club.public_id}")
    query, api = f"system={SYSTEM}&scope={pool.scope}", f"/api/v1/ratings/{SYSTEM}/{pool.scope}/"
    # Where all are equal, one of each sort is enough.
    for kind in KINDS if visibility == "private" else ("visitor", "stranger", "owner"):
        person = person_of(kind, club)
        client = client_of(person)
        allowed = may(person, "ratings.see_pool", pool)
        assert allowed == may(person, "clubs.see_club", club), kind
        for address in (
            f"/ratings/?{query}",
            f"/ratings/leaderboard.csv?{query}",
            f"/ratings/forecast/?{query}",
            f"/ratings/players/{ailsa.address_key}/?{query}",
            f"/ratings/players/{ailsa.address_key}/history.csv?{query}",
            f"/ratings/players/{ailsa.public_id}/against/{rory.public_id}/?{query}",
            api,
            f"{api}players/{ailsa.public_id}/",
            f"{api}players/{ailsa.public_id}/against/{rory.public_id}/",
            f"{api}forecast/?player={ailsa.public_id}&player={rory.public_id}",
        ):
            assert client.get(address).status_code == (200 if allowed else 404), (kind, address)
