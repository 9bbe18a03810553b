"""Who may say that a result stands: every rule, worked by hand."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Role
from games.results.enums import ClaimState, ConfirmationRule, GameState, VerdictMeans
from games.results.models import ClubConfirmation, SeatClaim
from games.results.services import rights
from games.results.services.clubs import save_into_club
from games.results.services.correct import correct_game, undo_correction
from games.results.services.errors import NotAPlayersSeatError
from games.results.services.proofs import Proof, Ticket, hashed
from games.results.services.results import Person
from games.results.services.seats import (
    SeatTakenError,
    ask_for_seat,
    free_seat,
    give_back_seat,
    keep_seat,
    take_seat,
)
from games.results.services.verdicts import (
    NothingDisputedError,
    change_confirmation,
    confirm_result,
    dispute_result,
    settle_game,
    withdraw_dispute,
)
from tests.factories.clubs import member_of
from tests.factories.games import PLAYED, by_code, clans_seat, clans_sheet, keeper, recorded_game
from tests.factories.people import AccountFactory, PlayerFactory

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def club(club):
    ClubConfirmation.objects.create(club=club, rule=ConfirmationRule.ALL)
    return club


@pytest.fixture
def game(club, ailsa):
    """Ailsa, who has an account, recorded it on her phone; Gus and Ana have none."""
    sheet = clans_sheet(clans_seat(), clans_seat(glory=40), clans_seat(glory=30))
    people = [Person(player=ailsa), Person(name="Gus"), Person(name="Ana")]
    return recorded_game(*people, sheet=sheet, club=club, recorder=ailsa.account, device="Ailsa’s phone")


def seat(game, index):
    return game.seats.get(index=index)


def state(game):
    game.refresh_from_db()
    return game.state


def confirm(game, index, *, actor=NOBODY, proof=None):
    game.refresh_from_db()
    return confirm_result(actor=actor, seat=seat(game, index), version=game.version, proof=proof)


def dispute(game, index, *, actor=NOBODY, proof=None):
    game.refresh_from_db()
    return dispute_result(
        actor=actor, seat=seat(game, index), version=game.version, objections={"": "no"}, proof=proof
    )


def corrected(game, *, glory=45, people=None, circumstances=PLAYED, author=None, device=""):
    game.refresh_from_db()
    newest = game.versions.get(number=game.version)
    sheet = {**newest.sheet, "seats": [dict(seat) for seat in newest.sheet["seats"]]}
    sheet["seats"][0]["glory"] = glory
    seats = game.seats.select_related("player")
    return correct_game(
        game=game,
        expected_version=game.version,
        sheet=sheet,
        circumstances=circumstances,
        people=people or [Person(player=seat.player, name=seat.name) for seat in seats],
        actor=author or keeper(),
        proof=Proof(device=device),
    )


class TestSeatsWithAnAccount:
    def test_only_that_account_speaks_on_any_phone(self, game, ailsa, club):
        rory = PlayerFactory(name="Rory")
        game = recorded_game(Person(player=ailsa), Person(player=rory), club=club, recorder=ailsa.account)
        organiser = member_of(club, Role.ORGANISER)
        for actor in (NOBODY, ailsa.account, organiser):
            for proof in (None, by_code(game)):
                with pytest.raises(rights.AccountAnswersError):
                    confirm(game, 1, actor=actor, proof=proof)
                with pytest.raises(rights.AccountAnswersError):
                    dispute(game, 1, actor=actor, proof=proof)
        word = confirm(game, 1, actor=rory.account, proof=by_code(game, "a borrowed phone"))
        assert (word.means, word.account, word.shown_by) == (VerdictMeans.ACCOUNT, rory.account, None)
        assert state(game) == GameState.CONFIRMED

    def test_needs_no_link_and_no_phone(self, game, ailsa):
        assert confirm(game, 0, actor=ailsa.account).means == VerdictMeans.ACCOUNT

    def test_takes_no_phone_for_itself(self, game, ailsa):
        with pytest.raises(NotAllowedError):
            take_seat(actor=ailsa.account, seat=seat(game, 0), proof=by_code(game))


class TestSeatsWithoutAnAccount:
    def test_speak_by_the_code_each_from_one_phone(self, game):
        confirm(game, 1, proof=by_code(game, "Gus’s phone", shown_by=None))
        assert state(game) == GameState.SUBMITTED
        confirm(game, 2, proof=by_code(game, "Ana’s phone"))
        assert state(game) == GameState.CONFIRMED

    def test_without_link_or_phone_nobody_speaks(self, game):
        ticket = by_code(game).ticket
        for proof in (None, Proof(device="a phone"), Proof(ticket=ticket)):
            with pytest.raises(NotAllowedError):
                confirm(game, 1, proof=proof)

    def test_a_ticket_of_another_game_or_seat_is_none(self, game, club):
        other = recorded_game(club=club)
        with pytest.raises(NotAllowedError):
            confirm(game, 1, proof=by_code(other))
        link = Ticket(means=VerdictMeans.LINK, game_id=game.pk, index=2, shown_by=None)
        with pytest.raises(NotAllowedError):
            confirm(game, 1, proof=Proof(device="a phone", ticket=link))
        assert confirm(game, 2, proof=Proof(device="a phone", ticket=link)).means == VerdictMeans.LINK

    def test_one_phone_speaks_for_one_seat(self, game):
        confirm(game, 1, proof=by_code(game))
        for act in (confirm, dispute):
            with pytest.raises(rights.OtherSeatError) as refused:
                act(game, 2, proof=by_code(game))
        assert "Gus" in str(refused.value)

    def test_a_phone_on_which_an_account_spoke_speaks_for_no_guest(self, club):
        rory = PlayerFactory(name="Rory")
        game = recorded_game(Person(player=rory), Person(name="Gus"), club=club)
        confirm(game, 0, actor=rory.account, proof=by_code(game))
        with pytest.raises(rights.OtherSeatError):
            confirm(game, 1, proof=by_code(game))

    def test_who_sits_elsewhere_speaks_for_no_guest_either(self, club):
        rory = PlayerFactory(name="Rory")
        game = recorded_game(Person(player=rory), Person(name="Gus"), club=club)
        with pytest.raises(rights.SeatedElsewhereError):
            confirm(game, 1, actor=rory.account, proof=by_code(game))

    def test_bots_say_nothing(self, game):
        game.seats.filter(index=1).update(is_bot=True)
        with pytest.raises(NotAPlayersSeatError):
            confirm(game, 1, proof=by_code(game))


class TestWhoEnteredTheGame:
    def test_their_account_speaks_for_nobody_else_on_any_phone(self, game, ailsa):
        for phone in ("Ailsa’s phone", "another phone"):
            with pytest.raises(rights.EnteredByYouError):
                confirm(game, 1, actor=ailsa.account, proof=by_code(game, phone))

    def test_their_phone_speaks_for_nobody_else_after_signing_out(self, game):
        for act in (confirm, dispute):
            with pytest.raises(rights.EnteredHereError) as refused:
                act(game, 1, proof=by_code(game, "Ailsa’s phone"))
        assert str(refused.value) == "This game was entered on this phone. Gus has to answer on another one."
        with pytest.raises(rights.EnteredHereError):
            take_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "Ailsa’s phone"))

    def test_nor_does_who_corrected_it(self, game, club):
        keeper = member_of(club, Role.SCOREKEEPER)
        corrected(game, glory=50, author=keeper, device="the club’s tablet")
        with pytest.raises(rights.EnteredByYouError):
            confirm(game, 1, actor=keeper, proof=by_code(game, "another phone"))
        with pytest.raises(rights.EnteredHereError):
            confirm(game, 1, proof=by_code(game, "the club’s tablet"))

    def test_without_an_account_their_phone_takes_exactly_one_seat(self):
        game = recorded_game(
            Person(name="Gus"), Person(name="Ana"), device="Gus’s phone", edit_secret="s" * 20
        )
        confirm(game, 0, proof=by_code(game, "Gus’s phone"))
        with pytest.raises(rights.OtherSeatError):
            confirm(game, 1, proof=by_code(game, "Gus’s phone"))

    def test_the_same_browser_without_its_cookie_is_no_other_phone(self):
        game = recorded_game(
            Person(name="Gus"), Person(name="Ana"), device="Gus’s phone", edit_secret="s" * 20
        )
        proof = replace(by_code(game, "a new cookie"), edit_secret="s" * 20)
        with pytest.raises(rights.EnteredHereError):
            confirm(game, 1, proof=proof)

    def test_the_phone_is_kept_as_a_digest_that_differs_from_game_to_game(self):
        first, second = (recorded_game(device="a phone") for _ in range(2))
        kept = [game.versions.get().device for game in (first, second)]
        assert "a phone" not in kept
        assert len({*kept}) == 2


class TestSeatsThatAreTaken:
    def test_a_second_phone_is_told_and_nothing_it_says_counts(self, game):
        take_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "first"))
        for act in (confirm, dispute):
            with pytest.raises(SeatTakenError) as refused:
                act(game, 1, proof=by_code(game, "second"))
        assert "that they are Gus" in str(refused.value)
        ask_for_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "second"))
        with pytest.raises(SeatTakenError):
            confirm(game, 1, proof=by_code(game, "second"))
        assert not game.verdicts.filter(index=1).exists()

    def test_handing_over_withdraws_what_the_first_phone_said(self, game):
        confirm(game, 2, proof=by_code(game, "Ana’s phone"))
        confirm(game, 1, proof=by_code(game, "first"))
        assert state(game) == GameState.CONFIRMED
        ask_for_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "second"))
        give_back_seat(seat=seat(game, 1), proof=by_code(game, "first"))
        assert state(game) == GameState.SUBMITTED
        confirm(game, 1, proof=by_code(game, "second"))
        assert state(game) == GameState.CONFIRMED

    def test_who_holds_it_keeps_it(self, game):
        take_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "first"))
        ask_for_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "second"))
        for act in (keep_seat, give_back_seat):
            with pytest.raises(NotAllowedError):
                act(seat=seat(game, 1), proof=by_code(game, "second"))
        keep_seat(seat=seat(game, 1), proof=by_code(game, "first"))
        assert {claim.state for claim in SeatClaim.objects.all()} == {ClaimState.HOLDS, ClaimState.REFUSED}

    def test_who_gave_a_seat_back_takes_another(self, game):
        dispute(game, 1, proof=by_code(game))
        give_back_seat(seat=seat(game, 1), proof=by_code(game))
        assert state(game) == GameState.SUBMITTED
        confirm(game, 2, proof=by_code(game))

    def test_freeing_a_seat_ends_a_confirmation_and_never_a_dispute(self, game, ailsa):
        confirm(game, 1, proof=by_code(game, "wrong"))
        free_seat(actor=ailsa.account, seat=seat(game, 1), proof=Proof())
        freed = game.verdicts.order_by("pk").last()
        assert (freed.means, freed.account, freed.name) == ("freed", ailsa.account, "Gus")
        dispute(game, 1, proof=by_code(game, "right"))
        free_seat(actor=ailsa.account, seat=seat(game, 1), proof=Proof())
        assert state(game) == GameState.DISPUTED
        confirm(game, 1, proof=by_code(game, "a second phone of the recorder"))
        assert state(game) == GameState.DISPUTED
        withdraw_dispute(actor=NOBODY, game=game, proof=by_code(game, "right"))
        assert state(game) == GameState.SUBMITTED

    def test_seats_are_freed_by_those_who_may_correct(self, game, club):
        confirm(game, 1, proof=by_code(game, "wrong"))
        for actor in (NOBODY, member_of(club), AccountFactory()):
            with pytest.raises(NotAllowedError):
                free_seat(actor=actor, seat=seat(game, 1), proof=Proof())
        entered = recorded_game(edit_secret="s" * 20)
        take_seat(actor=NOBODY, seat=seat(entered, 1), proof=by_code(entered))
        with pytest.raises(NotAllowedError):
            free_seat(actor=NOBODY, seat=seat(entered, 1), proof=Proof(edit_secret="x" * 20))
        free_seat(actor=NOBODY, seat=seat(entered, 1), proof=Proof(edit_secret="s" * 20))
        assert not SeatClaim.objects.filter(seat__game=entered).exists()
        assert entered.edit_secret == hashed("s" * 20)

    def test_a_change_of_seats_ends_a_claim_and_going_back_renews_it(self, game, ailsa):
        take_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "Gus’s phone"))
        people = [Person(player=ailsa), Person(name="Una"), Person(name="Ana")]
        corrected(game, people=people, author=ailsa.account)
        take_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "Una’s phone"))
        game.refresh_from_db()
        undo_correction(version=game.versions.get(number=1), expected_version=2, actor=ailsa.account)
        with pytest.raises(SeatTakenError):
            take_seat(actor=NOBODY, seat=seat(game, 1), proof=by_code(game, "Una’s phone"))


class TestDisputesStay:
    def test_whatever_versions_come_after(self, game, ailsa):
        dispute(game, 1, proof=by_code(game, "Gus’s phone"))
        corrected(game, glory=50, author=ailsa.account)
        assert state(game) == GameState.DISPUTED
        undo_correction(version=game.versions.get(number=1), expected_version=2, actor=ailsa.account)
        assert state(game) == GameState.DISPUTED
        confirm(game, 1, proof=by_code(game, "Gus’s phone"))
        assert state(game) == GameState.SUBMITTED

    def test_also_when_their_author_is_moved_out(self, game, ailsa):
        dispute(game, 1, proof=by_code(game, "Gus’s phone"))
        corrected(game, people=[Person(player=ailsa), Person(name="Una"), Person(name="Ana")])
        for index, phone in ((1, "Una’s phone"), (2, "Ana’s phone")):
            confirm(game, index, proof=by_code(game, phone))
        assert state(game) == GameState.DISPUTED
        withdraw_dispute(actor=NOBODY, game=game, proof=by_code(game, "Gus’s phone"))
        confirm(game, 0, actor=ailsa.account)
        assert state(game) == GameState.CONFIRMED

    def test_also_when_their_seat_is_removed(self, game, ailsa):
        dispute(game, 2, proof=by_code(game, "Ana’s phone"))
        sheet = clans_sheet(clans_seat(), clans_seat(glory=40))
        correct_game(
            game=game,
            expected_version=1,
            sheet=sheet,
            circumstances=PLAYED,
            people=[Person(player=ailsa), Person(name="Gus")],
            actor=ailsa.account,
        )
        assert state(game) == GameState.DISPUTED

    def test_until_an_organiser_settles_them(self, game, ailsa):
        dispute(game, 1, proof=by_code(game, "Gus’s phone"))
        settle_game(actor=keeper(), game=game, version=1)
        assert state(game) == GameState.CONFIRMED
        corrected(game, glory=50, author=ailsa.account)
        assert state(game) == GameState.SUBMITTED

    def test_nobody_withdraws_for_another(self, game, ailsa, club):
        dispute(game, 1, proof=by_code(game, "Gus’s phone"))
        for actor, proof in (
            (NOBODY, by_code(game, "another")),
            (NOBODY, Proof()),
            (ailsa.account, by_code(game, "Ailsa’s phone")),
            (member_of(club, Role.ORGANISER), Proof()),
        ):
            with pytest.raises(NothingDisputedError):
                withdraw_dispute(actor=actor, game=game, proof=proof)

    def test_a_guest_who_gets_an_account_withdraws_what_they_said_before(self, club, ailsa, rory):
        game = recorded_game(Person(player=ailsa), Person(player=rory), club=club, recorder=ailsa.account)
        dispute(game, 1, proof=by_code(game, "Rory’s old phone"))
        rory.account = AccountFactory()
        rory.save()
        confirm(game, 1, actor=rory.account)
        assert state(game) == GameState.CONFIRMED

    def test_an_account_withdraws_also_if_it_sits_there_no_longer(self, club, ailsa):
        rory = PlayerFactory(name="Rory")
        game = recorded_game(Person(player=ailsa), Person(player=rory), club=club, recorder=ailsa.account)
        dispute(game, 1, actor=rory.account)
        corrected(game, people=[Person(player=ailsa), Person(name="Gus")], author=ailsa.account)
        assert state(game) == GameState.DISPUTED
        withdraw_dispute(actor=rory.account, game=game)
        assert state(game) == GameState.SUBMITTED


class TestConfirmationsOfEqualContent:
    def test_notes_place_and_duration_ask_nobody_again(self, game, ailsa):
        confirm(game, 1, proof=by_code(game, "Gus’s phone"))
        confirm(game, 2, proof=by_code(game, "Ana’s phone"))
        since = game.submitted_at
        circumstances = replace(PLAYED, notes="Long evening", place="Leith", duration_minutes=140)
        corrected(game, circumstances=circumstances, author=ailsa.account)
        assert state(game) == GameState.CONFIRMED
        assert (game.version, game.content, game.submitted_at) == (2, 1, since)

    def test_what_is_settled_stays_settled_then(self, game):
        settle_game(actor=keeper(), game=game, version=1)
        corrected(game, circumstances=replace(PLAYED, notes="Long evening"))
        game.refresh_from_db()
        assert game.settled

    @pytest.mark.parametrize("change", ["sheet", "day", "people"])
    def test_the_result_the_day_and_the_seats_do(self, game, ailsa, change):
        confirm(game, 1, proof=by_code(game, "Gus’s phone"))
        confirm(game, 2, proof=by_code(game, "Ana’s phone"))
        changes = {
            "sheet": {"glory": 50},
            "day": {"circumstances": replace(PLAYED, played_on=PLAYED.played_on.replace(day=3))},
            "people": {"people": [Person(player=ailsa), Person(name="Ana"), Person(name="Gus")]},
        }
        corrected(game, author=ailsa.account, **changes[change])
        assert state(game) == GameState.SUBMITTED
        undo_correction(version=game.versions.get(number=1), expected_version=2, actor=ailsa.account)
        assert state(game) == GameState.CONFIRMED

    def test_a_merge_of_players_changes_nothing_of_it(self, club, ailsa, rory):
        game = recorded_game(Person(player=ailsa), Person(player=rory), club=club, recorder=ailsa.account)
        confirm(game, 1, proof=by_code(game, "Rory’s phone"))
        other = PlayerFactory(name="Rory Aird", account=None)
        rory.merged_into = other
        rory.save()
        game.seats.filter(player=rory).update(player=other)
        game.verdicts.filter(player=rory).update(player=other)
        corrected(game, circumstances=replace(PLAYED, notes="Long evening"), author=ailsa.account)
        assert state(game) == GameState.CONFIRMED

    def test_saving_into_a_club_with_the_same_people_loses_nothing(self, club, ailsa):
        game = recorded_game(Person(player=ailsa), Person(name="Gus"))
        confirm(game, 1, proof=by_code(game, "Gus’s phone"))
        people = [Person(player=ailsa), Person(name="Gus")]
        save_into_club(game=game, club=club, people=people, account=ailsa.account)
        assert state(game) == GameState.CONFIRMED


class TestTheClubsChoice:
    def test_guests_words_are_kept_and_do_not_count_but_stop(self, game, club):
        owner = member_of(club, Role.OWNER)
        change_confirmation(
            actor=owner, club=club, rule=ConfirmationRule.ALL, silence_days=3, links_count=False
        )
        confirm(game, 1, proof=by_code(game, "Gus’s phone"))
        confirm(game, 2, proof=by_code(game, "Ana’s phone"))
        assert state(game) == GameState.SUBMITTED
        assert game.verdicts.filter(kind="confirmed", closed_at=None).count() == 3
        change_confirmation(
            actor=owner, club=club, rule=ConfirmationRule.ALL, silence_days=3, links_count=True
        )
        assert state(game) == GameState.CONFIRMED
        change_confirmation(
            actor=owner, club=club, rule=ConfirmationRule.ALL, silence_days=3, links_count=False
        )
        assert state(game) == GameState.CONFIRMED
        dispute(game, 1, proof=by_code(game, "Gus’s phone"))
        assert state(game) == GameState.DISPUTED
