"""Where a club's home page leads on to."""

from dataclasses import replace

import pytest
from django.utils import timezone

from caledonia_site.common.jobs.runner import process_marks
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.results.services.figures import ClubTalliesTopic
from games.results.services.results import Person
from tests.factories.clubs import member_of
from tests.factories.games import PLAYED, recorded_game
from tests.factories.people import AccountFactory, PlayerFactory

pytestmark = pytest.mark.django_db

SCORE = "/score/?club=leith-traders"
INVITE = "/clubs/leith-traders/invitations/new/"


@pytest.mark.parametrize(
    ("role", "invites"), [(Role.MEMBER, False), (Role.ORGANISER, True), (Role.OWNER, True)]
)
def test_members_enter_scores_and_organisers_invite(client, club, role, invites):
    client.force_login(member_of(club, role))
    page = client.get(club.get_absolute_url()).content.decode()
    assert f'href="{SCORE}"' in page
    assert (f'href="{INVITE}"' in page) == invites


def test_others_do_neither(client, club):
    for account in (None, PlayerFactory().account):
        if account:
            client.force_login(account)
        page = client.get(club.get_absolute_url()).content.decode()
        assert SCORE not in page
        assert INVITE not in page


def test_staff_who_are_no_members_have_no_club_to_choose_on_the_sheet(client, club):
    client.force_login(AccountFactory(is_staff=True))
    page = client.get(club.get_absolute_url()).content.decode()
    assert SCORE not in page
    assert INVITE in page


def test_the_winners_of_the_year_stand_there(client, club):
    winner = PlayerFactory(name="Ailsa Winner")
    Membership.objects.create(club=club, player=winner)
    today = replace(PLAYED, played_on=timezone.localdate())
    recorded_game(Person(player=winner), Person(name="Rory"), club=club, circumstances=today)
    process_marks(topic=ClubTalliesTopic.name, key=str(club.pk))
    page = client.get(club.get_absolute_url()).content.decode()
    leaders = page.partition('id="leaders-title"')[2].partition("</section>")[0]
    assert "Ailsa Winner" in leaders
