"""`manage.py rebuild`: from nothing to the same figures."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.clubs.models import Membership
from games.players.models import Player
from games.results.models import SiteFigure
from tests.caledonia_site.common.jobs.counting import BrokenTopic, counted_players
from tests.factories.clubs import ClubFactory


def rebuild(*arguments):
    out = StringIO()
    call_command("rebuild", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("what", ["site_figures", "--all"])
@pytest.mark.django_db
def test_figures_come_back_from_nothing(what):
    club = ClubFactory()
    players = Player.objects.bulk_create([Player(name="Una"), Player(name="Rory")])
    Membership.objects.bulk_create([Membership(club=club, player=player) for player in players])
    SiteFigure.objects.all().delete()
    assert "site_figures: 1 rebuilt" in rebuild(what)
    assert counted_players() == 2


def test_the_list_names_every_kind():
    assert "site_figures" in rebuild("--list").splitlines()


def test_an_unknown_kind_is_named_with_those_there_are():
    with pytest.raises(CommandError, match=r"no 'weather' to rebuild; there is: .*site_figures"):
        rebuild("weather")


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_one_sentence(register_topic):
    broken = register_topic(BrokenTopic(step="compute"))
    with pytest.raises(CommandError, match="could not be rebuilt: RuntimeError: no figures today"):
        rebuild(broken.name)
