"""Whatever happens to a game in whatever order, its state follows from a rule that fits on a page."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.results.enums import ConfirmationRule, GameState
from games.results.models import ClubConfirmation, Game
from games.results.services.correct import correct_game, undo_correction
from games.results.services.errors import NothingChangedError
from games.results.services.proofs import Proof
from games.results.services.results import Circumstances, Person
from games.results.services.rights import OtherSeatError
from games.results.services.seats import SeatTakenError, give_back_seat
from games.results.services.verdicts import (
    NothingDisputedError,
    confirm_result,
    dispute_result,
    restore_game,
    settle_game,
    void_game,
    withdraw_dispute,
)
from tests.examples import examples
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.games import PLAYED, by_code, clans_seat, clans_sheet, keeper, recorded_game

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
# Who sits in the three seats: Ailsa has an account and recorded the game, the others speak each on a phone.
SEATINGS = (("Ailsa", "Gus", "Ana"), ("Ailsa", "Ana", "Gus"), ("Ailsa", "Gus", "Una"))
GUESTS = ("Gus", "Ana", "Una")


class Words(RuleBasedStateMachine):
    """The model knows contents (glory, seating) and, by person, what they confirmed and if their dispute is open."""

    def __init__(self):
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.club = ClubFactory()
        ClubConfirmation.objects.create(club=self.club, rule=ConfirmationRule.ALL)
        self.ailsa = member_of(self.club, name="Ailsa")
        self.versions = [(45, 0, "")]
        self.confirmed = {("Ailsa", (45, 0))}
        self.disputed = set()
        self.settled = self.void = False
        self.game = recorded_game(
            *self.people(0), sheet=self.sheet(45), club=self.club, recorder=self.ailsa, device="Ailsa"
        )

    def teardown(self):
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def sheet(self, glory):
        return clans_sheet(clans_seat(glory=glory), clans_seat(glory=30), clans_seat(glory=20))

    def people(self, seating):
        guests = [Person(name=name) for name in SEATINGS[seating][1:]]
        return [Person(player=self.ailsa.player), *guests]

    @property
    def now(self):
        glory, seating, _notes = self.versions[-1]
        return glory, seating

    def seat(self, name):
        return self.game.seats.get(index=SEATINGS[self.now[1]].index(name))

    def sits(self, name):
        return name in SEATINGS[self.now[1]]

    def proof(self, name):
        return by_code(self.game, f"{name}’s phone")

    def changed(self, version):
        """Whoever enters another result agrees with it; what was settled is open again."""
        before = self.now
        self.versions.append(version)
        if self.now != before:
            self.settled = False
            self.confirmed.add(("Ailsa", self.now))
            self.disputed.discard("Ailsa")

    @precondition(lambda self: not self.void)
    @rule(
        glory=st.sampled_from([45, 46]), seating=st.sampled_from([0, 1, 2]), notes=st.sampled_from(["", "x"])
    )
    def correct(self, glory, seating, notes):
        version = (glory, seating, notes)
        try:
            correct_game(
                game=self.game,
                expected_version=len(self.versions),
                sheet=self.sheet(glory),
                circumstances=Circumstances(played_on=PLAYED.played_on, notes=notes),
                people=self.people(seating),
                actor=self.ailsa,
                proof=Proof(device="Ailsa"),
            )
        except NothingChangedError:
            assert version == self.versions[-1]
        else:
            self.changed(version)

    @precondition(lambda self: not self.void)
    @rule(data=st.data())
    def go_back(self, data):
        number = data.draw(st.integers(1, len(self.versions)))
        try:
            undo_correction(
                version=self.game.versions.get(number=number),
                expected_version=len(self.versions),
                actor=self.ailsa,
            )
        except NothingChangedError:
            assert self.versions[number - 1] == self.versions[-1]
        else:
            self.changed(self.versions[number - 1])

    @precondition(lambda self: not self.void)
    @rule(name=st.sampled_from(["Ailsa", *GUESTS]), objects=st.booleans())
    def answer(self, name, objects):
        if not self.sits(name):
            return
        who = (
            {"actor": self.ailsa, "proof": None}
            if name == "Ailsa"
            else {"actor": NOBODY, "proof": self.proof(name)}
        )
        fields = {"seat": self.seat(name), "version": len(self.versions)} | who
        if objects:
            dispute_result(**fields, objections={"": "no"})
            self.disputed.add(name)
        else:
            confirm_result(**fields)
            self.confirmed.add((name, self.now))
            self.disputed.discard(name)

    @precondition(lambda self: not self.void)
    @rule(name=st.sampled_from(GUESTS), other=st.sampled_from(GUESTS))
    def try_for_another(self, name, other):
        """A phone that somebody else answers with, or none: nothing it says for this seat counts."""
        if name == other or not self.sits(name):
            return
        before = self.game.verdicts.count()
        try:
            confirm_result(
                actor=NOBODY, seat=self.seat(name), version=len(self.versions), proof=self.proof(other)
            )
        except (SeatTakenError, OtherSeatError):
            assert self.game.verdicts.count() == before
        else:
            # The phone was taken for that of who sits there. They give the seat back, and with it all that phone said.
            give_back_seat(seat=self.seat(name), proof=self.proof(other))
            self.disputed.discard(other)
            self.confirmed = {(who, what) for who, what in self.confirmed if who != other}

    @rule(name=st.sampled_from(["Ailsa", *GUESTS]))
    def withdraw(self, name):
        actor = self.ailsa if name == "Ailsa" else NOBODY
        try:
            withdraw_dispute(actor=actor, game=self.game, proof=None if name == "Ailsa" else self.proof(name))
        except NothingDisputedError:
            assert name not in self.disputed
        else:
            self.disputed.remove(name)

    @precondition(lambda self: not self.void)
    @rule()
    def settle(self):
        settle_game(actor=keeper(), game=self.game, version=len(self.versions))
        self.settled = True
        self.disputed.clear()

    @rule()
    def take_out_or_restore(self):
        (restore_game if self.void else void_game)(actor=keeper(), game=self.game)
        self.void = not self.void

    @invariant()
    def the_state_follows(self):
        game = Game.objects.get(pk=self.game.pk)
        everybody = all((name, self.now) in self.confirmed for name in SEATINGS[self.now[1]])
        if self.void:
            expected = GameState.VOID
        elif self.settled:
            expected = GameState.CONFIRMED
        elif self.disputed:
            expected = GameState.DISPUTED
        else:
            expected = GameState.CONFIRMED if everybody else GameState.SUBMITTED
        assert game.state == expected
        assert game.version == len(self.versions)


def test_the_state_follows_from_what_was_said():
    run_state_machine_as_test(
        Words, settings=settings(max_examples=examples(10), stateful_step_count=15, deadline=None)
    )
