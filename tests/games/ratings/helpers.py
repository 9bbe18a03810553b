"""Doing what the worker would do."""

from django.db import transaction

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.rebuild import rebuild
from caledonia_site.common.jobs.runner import Outcome, due_pieces, work_off
from games.ratings.models import ChangedGame
from tests.games.ratings.histories import dump


def work():
    """Bring every pool up to date."""
    for topic, key in due_pieces():
        if topic == "ratings":
            assert work_off(topic=topic, key=key) is Outcome.CLEAN
    assert not DirtyMark.objects.filter(topic="ratings").exists()
    assert not ChangedGame.objects.exists()


def rebuilt():
    """What a rebuild from nothing would give; nothing stays of it."""
    with transaction.atomic():
        list(rebuild(topic="ratings"))
        dumped = dump()
        transaction.set_rollback(True)
    return dumped
