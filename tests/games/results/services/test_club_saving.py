"""Saving a visitor's game into a club, and how the club counts."""

import pytest
from django.contrib.auth.models import AnonymousUser

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Role
from games.players.models import Player
from games.results.enums import ConfirmationRule, GameState
from games.results.models import ClubConfirmation, Game
from games.results.services.clubs import NotInTheClubError, Sitter, adopt_game
from games.results.services.errors import GameHasClubError, NotYourGameError, VersionConflictError
from games.results.services.proofs import Proof
from games.results.services.results import Person
from games.results.services.seats import take_seat
from games.results.services.verdicts import change_confirmation, confirm_result, dispute_result
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import by_code, recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db
HERE = Proof(device="a phone")


@pytest.fixture
def club(db):
    return ClubFactory()


def entered_game(*people):
    """Without an account, on a phone."""
    return recorded_game(*people, edit_secret="a secret", device="a phone")


def adopt(game, club, actor, *, proof=HERE, **sitters):
    chosen = {int(index.removeprefix("seat")): sitter for index, sitter in sitters.items()}
    return adopt_game(
        actor=actor, game=game, expected_version=game.version, club=club, sitters=chosen, proof=proof
    )


class TestAdopting:
    def test_members_guests_and_bare_names(self, club):
        scorekeeper = member_of(club, Role.SCOREKEEPER)
        game = adopt(
            entered_game(), club, scorekeeper, seat0=Sitter(scorekeeper.player), seat1=Sitter(new_guest=True)
        )
        first, second = game.seats.all()
        assert (first.player, second.player.name, second.player.is_guest) == (
            scorekeeper.player,
            "Player 2",
            True,
        )
        assert club.memberships.filter(player=second.player).exists()
        assert game.club == club

    def test_a_member_saves_only_a_game_they_played_in(self, club):
        member = member_of(club)
        game = entered_game()
        with pytest.raises(NotYourGameError):
            adopt(game, club, member)
        assert adopt(game, club, member, seat1=Sitter(member.player)).club == club

    def test_a_member_adds_no_guests_and_nothing_is_half_done(self, club):
        member = member_of(club)
        players = Player.objects.count()
        with pytest.raises(NotAllowedError):
            adopt(entered_game(), club, member, seat0=Sitter(member.player), seat1=Sitter(new_guest=True))
        assert Player.objects.count() == players
        assert Game.objects.get().club is None

    def test_strangers_to_the_club_are_not_seated(self, club):
        owner = member_of(club, Role.OWNER)
        with pytest.raises(NotInTheClubError):
            adopt(entered_game(), club, owner, seat0=Sitter(PlayerFactory()))

    def test_a_game_an_account_recorded_is_not_for_others_to_take(self, club):
        game = recorded_game(recorder=PlayerFactory().account)
        with pytest.raises(NotAllowedError):
            adopt(game, club, member_of(club, Role.OWNER))

    def test_only_into_a_club_one_is_in(self, club):
        with pytest.raises(NotAllowedError):
            adopt(entered_game(), club, PlayerFactory().account)

    def test_once_only_and_only_the_version_one_saw(self, club):
        owner = member_of(club, Role.OWNER)
        game = entered_game()
        with pytest.raises(VersionConflictError):
            adopt_game(actor=owner, game=game, expected_version=7, club=club, sitters={}, proof=HERE)
        adopt(game, club, owner)
        with pytest.raises((GameHasClubError, NotAllowedError)):
            adopt_game(actor=owner, game=game, expected_version=2, club=club, sitters={}, proof=HERE)

    def test_a_seat_with_a_player_keeps_them(self, club):
        owner = member_of(club, Role.OWNER)
        known = PlayerFactory()
        game = entered_game(Person(player=known), Person(name="Rory"))
        game = adopt(game, club, owner, seat0=Sitter(owner.player))
        assert game.seats.get(index=0).player == known

    def test_not_by_who_has_nothing_to_do_with_it(self, club):
        owner = member_of(club, Role.OWNER)
        for proof in (None, Proof(edit_secret="another"), Proof(device="another phone")):
            with pytest.raises(NotAllowedError):
                adopt(entered_game(), club, owner, proof=proof, seat0=Sitter(owner.player))

    def test_the_code_of_the_table_is_no_right_before_the_phone_took_a_seat(self, club):
        game, owner = entered_game(), member_of(club, Role.OWNER)
        there = by_code(game, "another phone")
        with pytest.raises(NotAllowedError):
            adopt(game, club, owner, proof=there)
        take_seat(actor=AnonymousUser(), seat=game.seats.get(index=1), proof=there)
        assert adopt(game, club, owner, proof=there).club == club


class TestCounting:
    def test_a_milder_rule_lets_waiting_games_count(self, club):
        owner = member_of(club, Role.OWNER)
        ClubConfirmation.objects.create(club=club, rule=ConfirmationRule.ALL)
        game = recorded_game(club=club)
        change_confirmation(actor=owner, club=club, rule=ConfirmationRule.AT_ONCE, silence_days=3)
        game.refresh_from_db()
        assert game.counts

    def test_a_stricter_rule_takes_nothing_back(self, club):
        owner = member_of(club, Role.OWNER)
        game = recorded_game(club=club)
        change_confirmation(actor=owner, club=club, rule=ConfirmationRule.ALL, silence_days=3)
        # One more confirmation must not make it worse.
        confirm_result(actor=AnonymousUser(), seat=game.seats.get(index=0), version=1, proof=by_code(game))
        game.refresh_from_db()
        assert game.counts
        dispute_result(
            actor=AnonymousUser(),
            seat=game.seats.get(index=0),
            version=1,
            objections={"": "no"},
            proof=by_code(game),
        )
        game.refresh_from_db()
        assert game.state == GameState.DISPUTED

    def test_members_do_not_decide_it(self, club):
        with pytest.raises(NotAllowedError):
            change_confirmation(actor=member_of(club), club=club, rule=ConfirmationRule.ALL, silence_days=3)
        assert not ClubConfirmation.objects.exists()


def test_a_scorekeeper_may_save_a_game_of_others(club):
    scorekeeper = member_of(club, Role.SCOREKEEPER)
    guest = MembershipFactory(club=club).player
    assert adopt(entered_game(), club, scorekeeper, seat0=Sitter(guest)).seats.get(index=0).player == guest
