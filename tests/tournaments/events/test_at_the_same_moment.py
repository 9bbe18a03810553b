"""Two organisers, several phones, a dead laptop, a network that drops: nothing is lost, done twice or half."""

import threading
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse

from games.clubs.enums import Role
from games.results.models import Game
from tests.factories.clubs import member_of
from tests.factories.events import (
    event_details,
    event_of,
    play_round,
    play_table,
    posted_round,
    refresh_event,
    sheet_game,
)
from tests.moments import at_the_same_moment
from tournaments.events.models import Event, EventRound, EventTable, StageStandingsRow
from tournaments.events.selectors.events import event_for
from tournaments.events.selectors.rounds import TableState, round_view, table_for
from tournaments.events.services.draws import draw_round
from tournaments.events.services.events import change_event, finish_event
from tournaments.events.services.registration import open_registration, register
from tournaments.events.services.results import report_table, settle_conflict
from tournaments.events.services.rounds import publish_round, table_keys, undo_round
from tournaments.events.services.tables import change_tables

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event():
    return event_of(players=8)


@pytest.fixture
def organisers(event):
    return [event.run_by, member_of(event.club, Role.ORGANISER)]


def each(people, event, act):
    """What each does, from the event as they saw it before."""
    copies = [(person, event_for(event.public_id, person)) for person in people]
    return [lambda person=person, copy=copy: act(person, copy) for person, copy in copies]


class TestTwoOrganisers:
    def test_both_draw_the_round(self, event, organisers):
        acts = each(organisers, event, lambda who, copy: draw_round(actor=who, event=copy, number=1))
        assert at_the_same_moment(*acts) == ["done", "done"]
        assert EventRound.objects.count() == 1
        assert EventTable.objects.count() == 2
        assert event.audit.filter(kind="drawn").count() == 1

    def test_both_publish_it(self, event, organisers):
        draw_round(actor=event.run_by, event=event, number=1)
        acts = each(
            organisers, event, lambda who, copy: publish_round(actor=who, event=copy, number=1, version=1)
        )
        assert at_the_same_moment(*acts) == ["done", "done"]
        assert event.audit.filter(kind="posted").count() == 1

    def test_both_change_its_tables_and_the_second_is_told(self, event, organisers):
        made = draw_round(actor=event.run_by, event=event, number=1)
        one, other = table_keys(made)
        wanted = iter([
            [[other[0], *one[1:]], [one[0], *other[1:]]],
            [[other[1], *one[1:]], [other[0], one[0], *other[2:]]],
        ])  # fmt: skip
        acts = each(
            organisers,
            event,
            lambda who, copy, tables=None: change_tables(
                actor=who, event=copy, number=1, version=1, tables=next(wanted)
            ),
        )
        assert at_the_same_moment(*acts) == ["done", "round_changed"]
        assert sorted(key for table in table_keys(EventRound.objects.get()) for key in table) == sorted(
            one + other
        )

    def test_one_undoes_the_round_while_the_other_publishes_it(self, event, organisers):
        draw_round(actor=event.run_by, event=event, number=1)
        first, second = organisers
        copies = [event_for(event.public_id, person) for person in organisers]
        outcome = at_the_same_moment(
            lambda: undo_round(actor=first, event=copies[0], number=1),
            lambda: publish_round(actor=second, event=copies[1], number=1, version=1),
        )
        assert outcome in (["done", "done"], ["done", "not_last_round"])
        assert not EventTable.objects.exists()

    def test_both_change_the_settings_and_the_second_is_told(self, event, organisers):
        acts = each(
            organisers,
            event,
            lambda who, copy: change_event(
                actor=who, event=copy, version=1, details=event_details(place=f"Room {who.pk}")
            ),
        )
        assert at_the_same_moment(*acts) == ["done", "event_changed"]

    def test_both_settle_two_results_differently(self, event, organisers):
        table = posted_round(event).tables.get(number=1)
        games = [play_table(event, table), sheet_game(table, order=[1, 0, 2, 3])]
        report_table(actor=event.run_by, table=table, game=games[1])
        chosen = iter(games)
        acts = each(
            organisers,
            event,
            lambda who, copy: settle_conflict(actor=who, table=_copy(copy, table), game=next(chosen)),
        )
        assert at_the_same_moment(*acts) == ["already_chosen", "done"]
        assert Game.objects.filter(state="void").count() == 1
        assert Game.objects.filter(state="confirmed").count() == 1

    def test_both_finish_the_event(self, event, organisers):
        play_round(event)
        acts = each(organisers, event, lambda who, copy: finish_event(actor=who, event=copy, early=True))
        assert at_the_same_moment(*acts) == ["done", "done"]
        places = list(event.participants.order_by("final_place").values_list("final_place", flat=True))
        assert places == list(range(1, 9))
        assert event.audit.filter(kind="finished").count() == 1


def _copy(event, table):
    found = EventTable.objects.select_related("round").get(pk=table.pk)
    found.round.event = event
    return found


def test_the_last_place_goes_to_one_of_two():
    event = event_of(players=1, cap=2)
    open_registration(actor=event.run_by, event=event)
    members = [member_of(event.club) for _ in range(2)]
    acts = each(members, event, lambda who, copy: register(actor=who, event=copy))
    assert at_the_same_moment(*acts) == ["done", "done"]
    states = sorted(event.participants.values_list("state", flat=True))
    assert states == ["registered", "registered", "waiting"]


class TestPhones:
    def test_two_phones_report_a_table_differently(self, event):
        table = posted_round(event).tables.get(number=1)
        games = [sheet_game(table), sheet_game(table, order=[1, 0, 2, 3])]
        people = [table.seats.get(index=index).participant.player.account for index in range(2)]
        orders = iter(games)
        acts = each(
            people,
            event,
            lambda who, copy: report_table(actor=who, table=_copy(copy, table), game=next(orders)),
        )
        assert at_the_same_moment(*acts) == ["done", "done"]
        stored = EventTable.objects.get(pk=table.pk)
        assert {stored.game, stored.rival} == set(games)
        assert table_for(event, table.public_id, event.run_by).state == TableState.CONFLICT

    def test_two_phones_report_the_same(self, event):
        table = posted_round(event).tables.get(number=1)
        games = iter([sheet_game(table), sheet_game(table)])
        people = [table.seats.get(index=index).participant.player.account for index in range(2)]
        acts = each(
            people,
            event,
            lambda who, copy: report_table(actor=who, table=_copy(copy, table), game=next(games)),
        )
        assert at_the_same_moment(*acts) == ["done", "done"]
        assert EventTable.objects.get(pk=table.pk).rival is None
        assert sorted(Game.objects.values_list("state", flat=True)) == ["confirmed", "void"]

    def test_sheets_that_come_late_and_twice_after_the_network_dropped(self, event):
        """Ten minutes without a network: both tables send at once, one of them twice, after the clock is over."""
        made = posted_round(event)
        tables = list(made.tables.order_by("number"))
        keys = [uuid4() for _ in tables]
        sent = [(0, keys[0]), (1, keys[1]), (0, keys[0])]
        lock = threading.Lock()

        def deliver(index, key):
            table = _copy(event_for(event.public_id, event.run_by), tables[index])
            with lock, transaction.atomic():
                game = sheet_game(table, idempotency_key=key, recorder=event.run_by)
                report_table(actor=event.run_by, table=table, game=game)

        acts = [lambda index=index, key=key: deliver(index, key) for index, key in sent]
        assert at_the_same_moment(*acts) == ["done"] * 3
        assert Game.objects.count() == 2
        assert round_view(event, 1, event.run_by).is_complete
        assert event.audit.filter(kind="result").count() == 2

    def test_a_sheet_comes_in_while_the_round_is_undone(self, event):
        table = posted_round(event).tables.get(number=1)
        game = sheet_game(table)
        copies = [event_for(event.public_id, event.run_by) for _ in range(2)]
        outcome = at_the_same_moment(
            lambda: undo_round(actor=event.run_by, event=copies[0], number=1),
            lambda: report_table(actor=event.run_by, table=_copy(copies[1], table), game=game),
        )
        assert outcome[0] == "done"
        assert outcome[1] in {"done", "table_gone"}
        game.refresh_from_db()
        assert game.counts


class TestTheLaptopDies:
    """Nothing is kept in the browser: after every step another person on another machine goes on."""

    def test_each_step_is_done_by_another_organiser_who_knows_only_the_address(self, event):
        def somebody_else():
            person = member_of(event.club, Role.ORGANISER)
            return person, event_for(event.public_id, person)

        who, copy = somebody_else()
        draw_round(actor=who, event=copy, number=1)
        who, copy = somebody_else()
        found = round_view(copy, 1, who)
        publish_round(actor=who, event=copy, number=1, version=found.round.version)
        who, copy = somebody_else()
        first = round_view(copy, 1, who).tables[0].table
        report_table(actor=who, table=first, game=sheet_game(first))
        who, copy = somebody_else()
        missing = round_view(copy, 1, who).missing
        assert [one.number for one in missing] == [2]
        report_table(actor=who, table=missing[0].table, game=sheet_game(missing[0].table))
        who, copy = somebody_else()
        assert draw_round(actor=who, event=copy, number=2).number == 2

    def test_a_worker_that_dies_while_recording_leaves_neither_game_nor_result(self, event):
        table = posted_round(event).tables.get(number=1)
        with transaction.atomic():
            report_table(actor=event.run_by, table=table, game=sheet_game(table))
            # What a database does when the connection breaks.
            transaction.set_rollback(True)
        assert not Game.objects.exists()
        assert table_for(event, table.public_id, event.run_by).state == TableState.OPEN


def test_the_sheet_of_a_table_opens_for_who_sits_there(event, client):
    table = posted_round(event).tables.get(number=1)
    player = table.seats.get(index=0).participant.player
    client.force_login(player.account)
    found = table_for(event, table.public_id, player.account)
    assert found.may_enter
    response = client.get(found.enter_address)
    assert response.status_code == 200
    assert f"event:{table.public_id}" in response.content.decode()
    assert reverse("games:new", args=[event.system]) in found.enter_address


def test_standings_are_the_same_from_nothing(event):
    play_round(event)
    play_round(event)
    refresh_event(event)
    fields = ["participant", "order", "place", "points", "games", "wins", "detail", "results"]
    before = list(StageStandingsRow.objects.order_by("order").values(*fields))
    StageStandingsRow.objects.all().delete()
    call_command("rebuild", "event_standings")
    assert list(StageStandingsRow.objects.order_by("order").values(*fields)) == before
    assert Event.objects.get().pk == event.pk
