"""Calendar and news of a private club's seasons, for programs that cannot sign in."""

import pytest

from games.clubs.enums import ClubVisibility
from games.exchange.services.feeds import make_feed_key, revoke_feed_key
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.leagues import LeagueFactory, open_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club, league, organiser):
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    return open_season(league=league, actor=organiser)


@pytest.mark.parametrize("feed", ["calendar.ics", "feed.atom"])
def test_a_secret_link_opens_them_until_it_is_revoked(client, club, season, feed):
    member = member_of(club)
    key, secret = make_feed_key(actor=member, club=club)
    address = f"{season.get_absolute_url()}{feed}"
    assert client.get(address).status_code == 404
    answer = client.get(f"{address}?key={secret}")
    assert answer.status_code == 200
    assert season.name in answer.content.decode()
    assert client.get(f"{address}?key=wrong").status_code == 404
    revoke_feed_key(actor=member, public_id=key.public_id)
    assert client.get(f"{address}?key={secret}").status_code == 404


def test_the_link_of_another_club_opens_nothing(client, club, season):
    other = ClubFactory()
    _key, secret = make_feed_key(actor=member_of(other), club=other)
    assert client.get(f"{season.get_absolute_url()}calendar.ics?key={secret}").status_code == 404
    assert client.get(f"/leagues/seasons/nonsense/calendar.ics?key={secret}").status_code == 404


def test_who_left_the_club_has_lost_the_link_too(client, club, season):
    member = member_of(club)
    _key, secret = make_feed_key(actor=member, club=club)
    member.player.memberships.all().delete()
    assert client.get(f"{season.get_absolute_url()}feed.atom?key={secret}").status_code == 404


def test_the_page_of_connections_lists_them(client, club, season):
    client.force_login(member_of(club))
    page = client.post("/clubs/leith-traders/connections/link/").content.decode()
    assert f"Thursday League · {season.name} (iCalendar)" in page
    assert f"{season.get_absolute_url()}calendar.ics?key=cal_" in page


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(client, club, league, organiser, number, django_assert_num_queries):
    for index in range(number):
        open_season(league=LeagueFactory(club=club, name=f"League {index}"), actor=organiser)
    client.force_login(member_of(club))
    # Session, account, club with the role, seasons, links.
    with django_assert_num_queries(5):
        client.get("/clubs/leith-traders/connections/")
