"""The demo has a tournament that is over and one that runs, and takes them away again."""

import pytest
from django.core.management import call_command

from tournaments.events.models import Event
from tournaments.events.selectors.stages import tables_without_result

pytestmark = pytest.mark.django_db


def test_demo_tournaments_come_and_go():
    call_command("seed_demo", games=60, verbosity=0)
    assert set(Event.objects.values_list("state", flat=True)) == {"finished", "running"}
    assert len(tables_without_result(Event.objects.get(state="running"))) == 1
    call_command("redraw", Event.objects.first().public_id, check=True, verbosity=0)
    call_command("remove_demo", verbosity=0)
    assert not Event.objects.exists()
