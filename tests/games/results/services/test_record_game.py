"""Recording: what is stored is what the engine says, once, or nothing at all."""

import threading
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from games.players.models import Player
from games.results.enums import ConfirmationRule, GameState
from games.results.models import ClubConfirmation, Draft, Game, SheetVersion
from games.results.services import errors
from games.results.services.drafts import save_draft
from games.results.services.record import record_game
from games.results.services.results import Person
from tests.factories.games import PLAYED, clans_seat, clans_sheet, recorded_game, two_seats

pytestmark = pytest.mark.django_db


def test_the_result_is_the_one_worked_out_by_hand(pair):
    game = recorded_game(*pair)
    first, second = game.seats.all()
    assert (first.total, first.rank, first.faction, first.name) == (84, 1, "campbell", "Ailsa")
    assert (second.total, second.rank, second.faction, second.name) == (64, 2, "stewart", "Rory")
    assert first.lines["exports"] == [5, 8]
    assert first.lines["processed_goods"] == [4, 8]
    assert (game.margin, game.seat_count, game.version) == (20, 2, 1)
    assert game.engine_version


def test_the_sheet_and_its_circumstances_are_kept_as_version_one(pair, ailsa):
    game = recorded_game(*pair, circumstances=replace(PLAYED, place="Leith"), recorder=ailsa.account)
    version = game.versions.get()
    assert version.sheet["seats"][0]["glory"] == 45
    assert version.facts["place"] == "Leith"
    assert version.facts["people"][1] == {"player": pair[1].player.public_id, "name": "Rory"}
    assert version.author == ailsa.account


def test_only_options_that_were_chosen_become_rows(pair):
    game = recorded_game(
        *pair, sheet=two_seats() | {"options": {"static_imports": True, "random_prices": False}}
    )
    assert list(game.options.values_list("key", "value")) == [("static_imports", "yes")]


class TestRefusals:
    def test_every_mistake_is_named_and_nothing_is_stored(self, pair):
        sheet = clans_sheet(clans_seat(glory=-1, clan="campbell"), clans_seat(clan="campbell"))
        with pytest.raises(errors.SheetRejectedError) as caught:
            recorded_game(*pair, sheet=sheet)
        violations = {(violation.code, violation.path) for violation in caught.value.violations}
        assert ("too_small", "seats[0].glory") in violations
        assert ("taken", "seats[1].clan") in violations
        assert not Game.objects.exists()

    def test_unusual_values_wait_for_a_yes(self, pair):
        sheet = clans_sheet(clans_seat(glory=150), clans_seat())
        with pytest.raises(errors.WarningsUnconfirmedError) as caught:
            recorded_game(*pair, sheet=sheet)
        assert [warning.path for warning in caught.value.warnings] == ["seats[0].glory"]
        assert (
            recorded_game(*pair, sheet=sheet, warnings_confirmed=True).seats.get(index=0).lines["glory"][1]
            == 150
        )

    def test_nobody_sits_twice(self, ailsa):
        with pytest.raises(errors.PlayerTwiceError):
            recorded_game(Person(player=ailsa), Person(player=ailsa))

    def test_seats_and_people_must_match(self, pair, rory):
        with pytest.raises(errors.SeatsMismatchError):
            recorded_game(*pair, Person(name="Una"))

    def test_no_game_from_the_day_after_tomorrow(self, pair):
        later = timezone.now().date() + timedelta(days=2)
        with pytest.raises(errors.PlayedInTheFutureError):
            recorded_game(*pair, circumstances=replace(PLAYED, played_on=later))

    def test_unknown_game(self, pair):
        with pytest.raises(errors.UnknownSystemError):
            recorded_game(*pair, system="chess")


class TestExactlyOnce:
    def test_the_same_key_gives_the_same_game_and_ends_the_draft(self, pair, ailsa):
        key = uuid4()
        save_draft(
            actor=ailsa.account,
            idempotency_key=key,
            system="clans_of_caledonia",
            content={},
            expected_revision=0,
        )
        once = recorded_game(*pair, idempotency_key=key, recorder=ailsa.account)
        again = recorded_game(*pair, idempotency_key=key, recorder=ailsa.account)
        assert once.pk == again.pk
        assert Game.objects.count() == SheetVersion.objects.count() == 1
        assert not Draft.objects.exists()

    def test_a_visitors_key_needs_the_visitors_secret(self, pair):
        key = uuid4()
        game = recorded_game(idempotency_key=key, edit_secret="mine")
        assert recorded_game(idempotency_key=key, edit_secret="mine").pk == game.pk
        with pytest.raises(errors.IdempotencyKeyTakenError):
            recorded_game(idempotency_key=key, edit_secret="guessed")
        with pytest.raises(errors.IdempotencyKeyTakenError):
            recorded_game(idempotency_key=key)


@pytest.mark.django_db(transaction=True)
def test_two_deliveries_at_once_record_one_game():
    """As a phone does that sends again because the first answer got lost."""
    key, games, start = uuid4(), [], threading.Barrier(2)

    def deliver():
        start.wait()
        try:
            games.append(recorded_game(idempotency_key=key, edit_secret="mine").pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=deliver) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(games) == 2
    assert len(set(games)) == Game.objects.count() == 1


class TestCounting:
    def test_a_club_counts_at_once_unless_it_decides_otherwise(self, pair, club):
        assert recorded_game(*pair, club=club).state == GameState.CONFIRMED
        ClubConfirmation.objects.create(club=club, rule=ConfirmationRule.ALL)
        assert recorded_game(*pair, club=club).state == GameState.SUBMITTED

    def test_without_a_club_one_of_two_is_no_majority(self, pair, ailsa):
        game = recorded_game(*pair, recorder=ailsa.account)
        assert game.state == GameState.SUBMITTED
        assert game.verdicts.get().kind == "confirmed"

    def test_a_game_of_strangers_never_counts(self):
        assert not recorded_game().counts


def test_bots_are_marked_and_need_no_player(ailsa):
    automa = {
        "kind": "automa", "level": 3, "money": 20, "hops": 4, "cotton": 1, "tobacco": 0, "sugar_cane": 0,
        "contracts": 4, "settlements": 6,
    }  # fmt: skip
    game = record_game(
        system="clans_of_caledonia",
        sheet=clans_sheet(clans_seat(clan="gordon"), automa),
        circumstances=PLAYED,
        people=[Person(player=ailsa), Person()],
        actor=ailsa.account,
    )
    human, bot = game.seats.all()
    assert (human.is_bot, bot.is_bot) == (False, True)
    assert (bot.player, bot.name) == (None, "")
    # The only person at the table has confirmed by recording it.
    assert game.counts


def test_players_with_a_game_cannot_vanish(pair, ailsa):
    recorded_game(*pair)
    with pytest.raises(Exception, match="protected"):
        Player.objects.filter(pk=ailsa.pk).delete()
