"""A game's life after it was recorded: corrected, judged, settled, voided, saved into a club."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.players.models import Player
from games.results.enums import ConfirmationRule, GameState
from games.results.models import ClubConfirmation, Draft, Game
from games.results.selectors.games import game_for
from games.results.selectors.history import CellChange, history_of
from games.results.services import errors
from games.results.services.clubs import save_into_club
from games.results.services.correct import correct_game, undo_correction
from games.results.services.drafts import MOST_DRAFTS, save_draft
from games.results.services.maintenance import count_silent_games
from games.results.services.results import Person
from games.results.services.verdicts import (
    confirm_result,
    dispute_result,
    restore_game,
    settle_game,
    void_game,
)
from games.results.signals import game_changed
from tests.factories.games import PLAYED, by_code, keeper, recorded_game, two_seats

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def news():
    """Everything that was announced, in order."""
    changes = []

    def listen(sender, game, counted_before, counts_now, since, **_):
        changes.append((counted_before, counts_now, since))

    game_changed.connect(listen)
    yield changes
    game_changed.disconnect(listen)


@pytest.fixture
def counted(pair, club, ailsa):
    return recorded_game(*pair, club=club, recorder=ailsa.account)


def corrected(game, pair, *, glory=46, circumstances=PLAYED, **fields):
    sheet = two_seats()
    sheet["seats"][0]["glory"] = glory
    arguments = {"expected_version": game.version, "actor": keeper()} | fields
    return correct_game(game=game, sheet=sheet, circumstances=circumstances, people=pair, **arguments)


class TestCorrecting:
    def test_a_new_version_with_the_new_score(self, counted, pair):
        game = corrected(counted, pair, comment="miscounted")
        assert game.version == 2
        assert game.seats.get(index=0).total == 85
        assert [version.number for version in game.versions.order_by("number")] == [1, 2]

    def test_a_stale_correction_is_refused_and_changes_nothing(self, counted, pair):
        corrected(counted, pair)
        with pytest.raises(errors.VersionConflictError):
            corrected(counted, pair, glory=60, expected_version=1)
        assert counted.seats.get(index=0).total == 85

    def test_nothing_changed(self, counted, pair):
        with pytest.raises(errors.NothingChangedError):
            corrected(counted, pair, glory=45)

    def test_a_rejected_correction_leaves_the_old_result(self, counted, pair):
        with pytest.raises(errors.SheetRejectedError):
            corrected(counted, pair, glory=-5)
        counted.refresh_from_db()
        assert (counted.version, counted.seats.get(index=0).total) == (1, 84)

    def test_players_can_change_seats(self, counted, pair):
        game = corrected(counted, pair[::-1], glory=45)
        assert [seat.name for seat in game.seats.all()] == ["Rory", "Ailsa"]

    def test_moving_a_counted_game_to_another_day_is_announced_from_the_earlier_day(
        self, counted, pair, news
    ):
        corrected(counted, pair, glory=45, circumstances=replace(PLAYED, played_on=date(2026, 6, 1)))
        assert news == [(True, True, PLAYED.played_on)]

    def test_others_must_confirm_again(self, pair, club, ailsa, rory):
        ClubConfirmation.objects.create(club=club, rule=ConfirmationRule.ALL)
        game = recorded_game(*pair, club=club, recorder=ailsa.account)
        confirm_result(actor=NOBODY, seat=game.seats.get(player=rory), version=1, proof=by_code(game))
        game.refresh_from_db()
        assert game.counts
        game = corrected(game, pair, actor=ailsa.account)
        assert game.state == GameState.SUBMITTED


class TestHistory:
    def test_tells_who_changed_which_cell(self, counted, pair, ailsa):
        game = corrected(
            counted,
            pair,
            circumstances=replace(PLAYED, place="Leith"),
            actor=ailsa.account,
            comment="miscounted",
        )
        newest, first = history_of(game_for(public_id=game.public_id, viewer=ailsa.account))
        assert newest.changes == (CellChange("place", "", "Leith"), CellChange("seats[0].glory", 45, 46))
        assert (newest.version.author, newest.comment) == (ailsa.account, "miscounted")
        assert first.changes == ()

    def test_undo_is_a_version_of_its_own(self, counted, pair):
        game = corrected(counted, pair)
        game = undo_correction(actor=keeper(), version=game.versions.get(number=1), expected_version=2)
        assert (game.version, game.seats.get(index=0).total) == (3, 84)
        assert game.versions.get(number=3).cause == "undone"

    def test_undo_finds_players_who_were_merged_since(self, counted, pair, rory):
        other = Player.objects.create(name="Rory Aird")
        game = corrected(counted, pair)
        Player.objects.filter(pk=rory.pk).update(merged_into=other)
        game = undo_correction(actor=keeper(), version=game.versions.get(number=1), expected_version=2)
        assert game.seats.get(index=1).player == other


class TestJudging:
    @pytest.fixture
    def waiting(self, pair, club, ailsa):
        ClubConfirmation.objects.create(club=club, rule=ConfirmationRule.ALL)
        return recorded_game(*pair, club=club, recorder=ailsa.account)

    def test_the_last_confirmation_makes_it_count(self, waiting, rory, news):
        confirm_result(actor=NOBODY, seat=waiting.seats.get(player=rory), version=1, proof=by_code(waiting))
        waiting.refresh_from_db()
        assert waiting.counts
        assert news == [(False, True, PLAYED.played_on)]

    def test_an_objection_takes_a_counted_game_out(self, counted, rory, news):
        verdict = dispute_result(
            actor=NOBODY,
            seat=counted.seats.get(player=rory),
            version=1,
            objections={"exports": "I had six"},
            proof=by_code(counted),
        )
        counted.refresh_from_db()
        assert counted.state == GameState.DISPUTED
        assert verdict.objections == [{"line": "exports", "comment": "I had six"}]
        assert news == [(True, False, PLAYED.played_on)]

    def test_a_later_word_replaces_the_earlier(self, counted, rory):
        seat = counted.seats.get(player=rory)
        dispute_result(actor=NOBODY, seat=seat, version=1, objections={"": "no"}, proof=by_code(counted))
        confirm_result(actor=NOBODY, seat=seat, version=1, proof=by_code(counted))
        counted.refresh_from_db()
        assert counted.counts
        # The log keeps both.
        assert [word.kind for word in counted.verdicts.filter(index=1).order_by("pk")] == [
            "disputed",
            "confirmed",
        ]

    def test_only_the_version_one_has_seen(self, counted, pair, rory):
        corrected(counted, pair)
        with pytest.raises(errors.VersionConflictError):
            confirm_result(
                actor=NOBODY, seat=counted.seats.get(player=rory), version=1, proof=by_code(counted)
            )

    def test_an_organiser_settles_and_a_correction_opens_again(self, counted, pair, rory):
        seat = counted.seats.get(player=rory)
        dispute_result(actor=NOBODY, seat=seat, version=1, objections={"": "no"}, proof=by_code(counted))
        assert settle_game(actor=keeper(), game=counted, version=1).counts
        dispute_result(
            actor=NOBODY, seat=seat, version=1, objections={"": "still no"}, proof=by_code(counted)
        )
        counted.refresh_from_db()
        assert counted.counts
        assert not corrected(counted, pair).settled


class TestVoiding:
    def test_out_and_back(self, counted, pair, news):
        assert void_game(actor=keeper(), game=counted).state == GameState.VOID
        with pytest.raises(errors.GameIsVoidError):
            corrected(counted, pair)
        with pytest.raises(errors.GameIsVoidError):
            settle_game(actor=keeper(), game=counted, version=1)
        assert restore_game(actor=keeper(), game=counted).state == GameState.CONFIRMED
        assert [(before, now) for before, now, _ in news] == [(True, False), (False, True)]


class TestSilence:
    def test_counts_after_the_days_nobody_objected(self, pair, club):
        ClubConfirmation.objects.create(club=club, rule=ConfirmationRule.SILENCE, silence_days=3)
        game = recorded_game(*pair, club=club)
        assert count_silent_games() == 0
        with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
            assert count_silent_games() == 1
            assert count_silent_games() == 0
        game.refresh_from_db()
        assert game.counts


class TestSavingIntoAClub:
    def test_a_visitors_game_joins_the_club(self, club, ailsa, pair):
        game = recorded_game()
        game = save_into_club(game=game, club=club, people=pair, account=ailsa.account)
        assert game.counts
        assert [seat.player for seat in game.seats.all()] == [person.player for person in pair]
        assert (game.version, game.recorded_by) == (2, ailsa.account)

    def test_once_only(self, counted, club, ailsa, pair):
        with pytest.raises(errors.GameHasClubError):
            save_into_club(game=counted, club=club, people=pair, account=ailsa.account)

    def test_nobody_twice_and_nothing_half_done(self, club, ailsa):
        game = recorded_game()
        with pytest.raises(errors.PlayerTwiceError):
            save_into_club(
                game=game,
                club=club,
                people=[Person(player=ailsa), Person(player=ailsa)],
                account=ailsa.account,
            )
        assert Game.objects.get().club is None


class TestDrafts:
    def test_revisions_keep_two_devices_apart(self, ailsa):
        key = uuid4()
        fields = {"actor": ailsa.account, "idempotency_key": key, "system": "clans_of_caledonia"}
        draft = save_draft(content={"a": 1}, expected_revision=0, **fields)
        assert save_draft(content={"a": 2}, expected_revision=1, **fields).revision == 2
        with pytest.raises(errors.VersionConflictError):
            save_draft(content={"a": 3}, expected_revision=1, **fields)
        # The same content again is no conflict: the answer to the first time may have been lost.
        assert save_draft(content={"a": 2}, expected_revision=1, **fields).revision == 2
        draft.refresh_from_db()
        assert draft.content == {"a": 2}

    def test_nobody_hoards(self, ailsa):
        Draft.objects.bulk_create(
            Draft(owner=ailsa.account, idempotency_key=uuid4(), system="clans_of_caledonia", content={})
            for _ in range(MOST_DRAFTS)
        )
        with pytest.raises(errors.TooManyDraftsError):
            save_draft(
                actor=ailsa.account,
                idempotency_key=uuid4(),
                system="clans_of_caledonia",
                content={},
                expected_revision=0,
            )

    def test_other_peoples_drafts_stay_theirs(self, ailsa, django_user_model):
        key = uuid4()
        fields = {
            "idempotency_key": key,
            "system": "clans_of_caledonia",
            "content": {},
            "expected_revision": 0,
        }
        save_draft(actor=ailsa.account, **fields)
        with pytest.raises(errors.IdempotencyKeyTakenError):
            save_draft(actor=django_user_model.objects.create_user("x@example.org"), **fields)
