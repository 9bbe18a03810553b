"""A club's statistics are for exactly those who may open the club, on the site and in the API."""

import pytest

from caledonia_site.common.permissions import may
from tests.factories.clubs import ClubFactory
from tests.games.stats.helpers import refresh_statistics, two
from tests.permissions.people import KINDS, client_of, person_of

pytestmark = pytest.mark.django_db

PAGES = "/statistics/"
API = "/api/v1/statistics/clans_of_caledonia/"


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_pages_and_api_follow_the_predicate(visibility):
    club = ClubFactory(visibility=visibility)
    two(club=club)
    refresh_statistics()
    # Where all are equal, one of each sort is enough.
    for kind in KINDS if visibility == "private" else ("visitor", "stranger", "owner"):
        person = person_of(kind, club)
        client = client_of(person)
        allowed = may(person, "clubs.see_club", club)
        for address in (
            PAGES,
            f"{PAGES}clans.csv",
            f"{PAGES}pairs.json",
            f"{PAGES}charts/win_index.svg",
            f"{PAGES}clans/campbell/",
            f"{PAGES}clans/campbell/lines.csv",
            f"{PAGES}clans/campbell/scores.svg",
            f"{PAGES}games/clans_of_caledonia/",
            f"{PAGES}games/clans_of_caledonia/ties.json",
        ):
            answer = client.get(address, {"club": club.slug})
            assert answer.status_code == (200 if allowed else 404), (kind, address)
        for address in (f"{API}factions/", f"{API}factions/campbell/", f"{API}pairs/", f"{API}facts/"):
            answer = client.get(address, {"club": club.public_id})
            assert answer.status_code == (200 if allowed else 404), (kind, address)
        # A frame shows what a visitor sees, whoever looks.
        for address in (
            "embed/win_index/",
            "clans/campbell/scores/frame/",
            "games/clans_of_caledonia/scores-2/frame/",
        ):
            frame = client.get(f"{PAGES}{address}", {"club": club.slug})
            assert frame.status_code == (404 if visibility == "private" else 200), (kind, address)
