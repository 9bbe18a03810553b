"""Marks belong to the transaction that makes them, and each piece is announced once per commit."""

from datetime import date

import pytest
from django.db import transaction

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.topics import UnknownTopicError
from tests.caledonia_site.common.jobs.counting import PausingTopic, add_player, counted_players
from tests.factories.clubs import ClubFactory, MembershipFactory

TOPIC = PausingTopic.name


@pytest.fixture(autouse=True)
def topic(register_topic):
    return register_topic(PausingTopic())


@pytest.mark.django_db
def test_every_change_leaves_its_own_mark():
    mark_dirty(topic=TOPIC, key="a", since=date(2026, 3, 1))
    mark_dirty(topic=TOPIC, key="a")
    assert list(DirtyMark.objects.order_by("pk").values_list("topic", "key", "since")) == [
        (TOPIC, "a", date(2026, 3, 1)),
        (TOPIC, "a", None),
    ]


@pytest.mark.django_db
def test_an_unknown_topic_is_refused_at_once():
    with pytest.raises(UnknownTopicError):
        mark_dirty(topic="weather")


@pytest.mark.django_db
def test_a_piece_is_announced_once_per_commit(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        for _ in range(3):
            mark_dirty(topic=TOPIC, key="a")
        mark_dirty(topic=TOPIC, key="b")
        with transaction.atomic():
            mark_dirty(topic=TOPIC, key="a")
    assert sorted((callback.topic, callback.key) for callback in callbacks) == [(TOPIC, "a"), (TOPIC, "b")]


@pytest.mark.django_db
def test_a_rolled_back_savepoint_takes_no_announcement_of_others_with_it(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        try:
            with transaction.atomic():
                mark_dirty(topic=TOPIC)
                raise InterruptedError
        except InterruptedError:
            pass
        mark_dirty(topic=TOPIC)
    assert len(callbacks) == 1
    assert DirtyMark.objects.count() == 1


@pytest.mark.django_db
def test_a_mark_after_a_released_savepoint_is_announced_even_if_that_savepoints_outer_one_rolls_back(
    django_capture_on_commit_callbacks,
):
    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        try:
            with transaction.atomic():
                with transaction.atomic():
                    mark_dirty(topic=TOPIC)
                raise InterruptedError
        except InterruptedError:
            pass
        with transaction.atomic():
            mark_dirty(topic=TOPIC)
    assert len(callbacks) == 1


@pytest.mark.django_db(transaction=True)
def test_the_job_runs_after_the_commit_and_not_after_a_rollback(topic):
    with transaction.atomic():
        add_player()
        mark_dirty(topic=TOPIC)
        assert topic.published == []
    assert topic.published == [1]
    with transaction.atomic():
        add_player()
        mark_dirty(topic=TOPIC)
        transaction.set_rollback(True)
    assert topic.published == [1]
    assert not DirtyMark.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_players_that_come_and_go_are_recounted():
    club = ClubFactory()
    una, _rory = (MembershipFactory(club=club) for _ in range(2))
    assert counted_players() == 2
    una.delete()
    assert counted_players() == 1
    club.visibility = "private"
    club.save()
    assert counted_players() == 0


@pytest.mark.django_db
def test_a_player_who_changes_marks_nothing():
    una = MembershipFactory()
    DirtyMark.objects.all().delete()
    una.player.name = "Una Kerr"
    una.player.save()
    una.role = "scorekeeper"
    una.save()
    assert not DirtyMark.objects.exists()
