"""Merging moves everything and undoing gives it back exactly."""

from datetime import timedelta
from itertools import pairwise

import pytest
import time_machine
from django.apps import apps
from django.db import models
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.clubs.enums import Attendance, Role
from games.clubs.models import MeetingAnswer, Membership, PlayerAlias
from games.players.merges import merge_undone, named_relations, players_merged
from games.players.models import Player, PlayerMerge
from games.players.services.merges import (
    AlreadyMergedError,
    LaterMergeError,
    MergeAlreadyUndoneError,
    PlayerHasAccountError,
    SamePlayerError,
    TooLateToUndoError,
    merge_players,
    undo_merge,
)
from tests.examples import examples
from tests.factories.clubs import (
    ClubFactory,
    JoinRequestFactory,
    MeetingAnswerFactory,
    MeetingFactory,
    MembershipFactory,
    PlayerAliasFactory,
)
from tests.factories.people import AccountFactory, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db

OUR_APPS = {"players", "clubs", "games", "ratings", "stats", "tournaments"}


def everything():
    """Every row of the apps that know players, except the record of the merges itself."""
    by_model = {}
    for model in apps.get_models():
        if model._meta.app_label in OUR_APPS and model is not PlayerMerge:
            fields = [field.attname for field in model._meta.concrete_fields]
            rows = model._base_manager.order_by("pk").values_list(*fields)
            by_model[model._meta.label] = [tuple(str(value) for value in row) for row in rows]
    return by_model


def test_every_relation_to_players_is_named():
    """Who adds a model that points to Player must say what a merge does with its rows."""
    relations = {
        f"{relation.related_model._meta.app_label}.{relation.related_model.__name__}.{relation.field.name}"
        for relation in Player._meta.related_objects
        if not isinstance(relation, models.ManyToManyRel)
    }
    assert relations == named_relations()


def test_memberships_and_spellings_move():
    guest, target = GuestFactory(name="Ann"), PlayerFactory(name="Anne Hay")
    only_guest, both = ClubFactory(), ClubFactory()
    MembershipFactory(club=only_guest, player=guest)
    MembershipFactory(club=both, player=guest)
    kept = MembershipFactory(club=both, player=target, role=Role.ORGANISER)
    PlayerAliasFactory(player=guest, club=both, spelling="Annie")

    merge = merge_players(source=guest, target=target, actor=None)

    assert set(target.memberships.values_list("club_id", flat=True)) == {only_guest.pk, both.pk}
    assert Membership.objects.get(club=both).pk == kept.pk
    assert Membership.objects.get(club=both).role == Role.ORGANISER
    assert set(target.aliases.values_list("spelling", "club_id")) == {
        ("Annie", both.pk),
        ("Ann", both.pk),
        ("Ann", only_guest.pk),
    }
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert Player.with_merged.get(pk=guest.pk).merged_into == target
    assert merge.merged_by is None


def test_an_account_never_loses_its_player():
    with pytest.raises(PlayerHasAccountError):
        merge_players(source=PlayerFactory(), target=GuestFactory(), actor=None)
    with pytest.raises(PlayerHasAccountError):
        merge_players(source=PlayerFactory(), target=PlayerFactory(), actor=None)


def test_nobody_merges_with_themselves_or_twice():
    guest, other, third = GuestFactory(), GuestFactory(), GuestFactory()
    with pytest.raises(SamePlayerError):
        merge_players(source=guest, target=guest, actor=None)
    merge_players(source=guest, target=other, actor=None)
    with pytest.raises(AlreadyMergedError):
        merge_players(source=guest, target=third, actor=None)
    with pytest.raises(AlreadyMergedError):
        merge_players(source=third, target=guest, actor=None)


def test_what_came_after_the_merge_stays_with_the_target():
    guest, target = GuestFactory(), GuestFactory()
    merge = merge_players(source=guest, target=target, actor=None)
    later = MembershipFactory(player=target)
    undo_merge(merge=merge, actor=None)
    later.refresh_from_db()
    assert later.player == target


def test_a_deleted_club_does_not_come_back():
    guest, target, club = GuestFactory(), GuestFactory(), ClubFactory()
    MembershipFactory(club=club, player=guest)
    MembershipFactory(club=club, player=target)
    merge = merge_players(source=guest, target=target, actor=None)
    club.delete()
    undo_merge(merge=merge, actor=None)
    assert not Membership.objects.exists()


def test_of_two_answers_to_a_meeting_the_targets_counts():
    guest, target, meeting = GuestFactory(), GuestFactory(), MeetingFactory()
    MeetingAnswerFactory(meeting=meeting, player=guest, choice=Attendance.NOT)
    MeetingAnswerFactory(meeting=meeting, player=target, choice=Attendance.COMING)
    merge = merge_players(source=guest, target=target, actor=None)
    assert meeting.answers.get().choice == Attendance.COMING
    meeting.delete()
    undo_merge(merge=merge, actor=None)
    assert not MeetingAnswer.objects.exists()


def test_undo_ends_after_thirty_days():
    merge = merge_players(source=GuestFactory(), target=GuestFactory(), actor=None)
    with time_machine.travel(timezone.now() + timedelta(days=30, minutes=1)):
        assert not PlayerMerge.objects.undoable().exists()
        with pytest.raises(TooLateToUndoError):
            undo_merge(merge=merge, actor=None)
    with time_machine.travel(timezone.now() + timedelta(days=29)):
        assert PlayerMerge.objects.undoable().get() == merge
        undo_merge(merge=merge, actor=None)
        with pytest.raises(MergeAlreadyUndoneError):
            undo_merge(merge=merge, actor=None)


def test_later_merges_are_undone_first():
    guest, other, third = GuestFactory(), GuestFactory(), GuestFactory()
    first = merge_players(source=guest, target=other, actor=None)
    second = merge_players(source=other, target=third, actor=None)
    assert list(PlayerMerge.objects.undoable()) == [second]
    with pytest.raises(LaterMergeError):
        undo_merge(merge=first, actor=None)
    undo_merge(merge=second, actor=None)
    undo_merge(merge=first, actor=None)
    assert Player.objects.count() == 3


def test_the_news_reaches_whoever_keeps_derived_data():
    heard = []

    def listen(sender, source, target, signal, **kwargs):
        heard.append((signal, source.pk, target.pk))

    players_merged.connect(listen)
    merge_undone.connect(listen)
    try:
        guest, target = GuestFactory(), GuestFactory()
        merge = merge_players(source=guest, target=target, actor=None)
        undo_merge(merge=merge, actor=None)
    finally:
        players_merged.disconnect(listen)
        merge_undone.disconnect(listen)
    assert heard == [(players_merged, guest.pk, target.pk), (merge_undone, guest.pk, target.pk)]


@settings(
    max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_merging_and_undoing_any_chain_restores_every_row(db, data):
    """Whatever the players have in common, and however merges are stacked."""
    clubs = ClubFactory.create_batch(3)
    meetings = [MeetingFactory(club=club) for club in clubs]
    account = AccountFactory()
    players = [*GuestFactory.create_batch(3), PlayerFactory(account=account)]
    for player in players:
        for club in data.draw(st.lists(st.sampled_from(clubs), unique_by=lambda club: club.pk)):
            MembershipFactory(club=club, player=player, role=data.draw(st.sampled_from(Role)))
            if data.draw(st.booleans()):
                PlayerAliasFactory(player=player, club=club)
            if data.draw(st.booleans()):
                # The name of the player itself may be known as a spelling already, of anybody.
                PlayerAlias.objects.get_or_create(
                    club=club,
                    spelling_key=player.name_key,
                    defaults={"player": players[0], "spelling": player.name},
                )
            if data.draw(st.booleans()):
                JoinRequestFactory(player=player, club=club, state="declined")
        for meeting in data.draw(st.lists(st.sampled_from(meetings), unique_by=lambda meeting: meeting.pk)):
            MeetingAnswerFactory(
                player=player, meeting=meeting, choice=data.draw(st.sampled_from(Attendance))
            )
    before = everything()
    done = []
    for source, target in pairwise(data.draw(st.permutations(players))):
        if source.is_guest:
            done.append(merge_players(source=source, target=target, actor=account))
    for merge in reversed(done):
        undo_merge(merge=merge, actor=account)
    assert everything() == before
    Player.with_merged.all().delete()
    for club in clubs:
        club.delete()
    account.delete()
