"""Whatever happens to games, in whatever order, the job arrives where a rebuild from nothing does, to the last bit."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db import transaction
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.clubs.enums import ClubVisibility
from games.players.services.merges import merge_players, undo_merge
from games.ratings.services.topic import mark_games
from games.results.enums import GameState
from games.results.merges import SatTogetherError
from games.results.models import Game
from games.results.services.status import refresh_state
from games.results.services.verdicts import restore_game, void_game
from tests.examples import examples
from tests.factories.clubs import ClubFactory
from tests.factories.people import AccountFactory, GuestFactory
from tests.games.ratings.helpers import rebuilt, work
from tests.games.ratings.histories import (
    CLANS,
    assert_snapshots_are_exact,
    counted_game,
    dump,
    write_seats,
)

pytestmark = pytest.mark.django_db

PLAYERS = 7
# Small numbers come often: they stand for late days and late games, for which a job begins at a late snapshot.
DAYS = st.integers(0, 25).map(lambda number: date(2026, 3, 26) - timedelta(days=number))
TABLES = st.lists(st.integers(0, PLAYERS - 1), min_size=2, max_size=4, unique=True)
PLACES = st.lists(st.integers(1, 4), min_size=4, max_size=4)
NUMBERS = st.integers(0, 10_000)
ODD = st.sampled_from(["", "", "", "", "automa", "alone", "glen"])
TIMES = st.none() | st.integers(0, 3)
GAMES = st.fixed_dictionaries(
    {"table": TABLES, "places": PLACES, "day": DAYS, "at": TIMES, "club": st.integers(0, 3), "odd": ODD}
)


class Life(RuleBasedStateMachine):
    """Rows as the services leave them, and the announcements they make; merges and voids by the real services."""

    def __init__(self):
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.players = [GuestFactory() for _ in range(PLAYERS)]
        self.clubs = [ClubFactory(), ClubFactory(visibility=ClubVisibility.PRIVATE)]
        self.actor = AccountFactory(is_staff=True)
        self.merges = []
        self.steps = 0

    def teardown(self):
        try:
            work()
            self.compare()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    def compare(self):
        assert dump() == rebuilt()
        assert_snapshots_are_exact()

    def seated(self, table):
        """The players of these numbers, each as whoever they are merged into."""
        chosen = []
        for number in table:
            player = self.players[number]
            player.refresh_from_db()
            while player.merged_into:
                player = player.merged_into
            chosen.append(player)
        return list(dict.fromkeys(chosen))

    def pick(self, number):
        games = list(Game.objects.order_by("pk"))
        return games[-1 - number % len(games)]

    @initialize()
    def have_played(self):
        """Enough for several segments and snapshots."""
        for number in range(26):
            sitters = [self.players[number % PLAYERS], self.players[(number * 3 + 1) % PLAYERS]]
            if sitters[0] != sitters[1]:
                day = date(2026, 3, 1) + timedelta(days=number)
                mark_games([counted_game(*sitters, clans=CLANS, day=day, settled=True)])
        work()

    @rule(games=st.lists(GAMES, min_size=1, max_size=3))
    def play(self, games):
        for game in games:
            self.play_one(**game)

    def play_one(self, *, table, places, day, at, club, odd):
        seated = [
            *self.seated(table[:1] if odd == "alone" else table),
            *(["automa"] if odd == "automa" else []),
        ]
        game = counted_game(
            *seated,
            places=places[: len(seated)] if len(seated) <= 4 else [*places, 1],
            clans=CLANS,
            turns=range(1, len(seated) + 1) if len(table) > 2 else (),
            day=day,
            system="glen_more_2" if odd == "glen" else "clans_of_caledonia",
            finished_at=None if at is None else datetime.combine(day, time(18 + at), tzinfo=UTC),
            club=self.clubs[club] if club < 2 else None,
            settled=True,
            state=GameState.SUBMITTED,
        )
        refresh_state(game)

    @precondition(lambda self: Game.objects.exists())
    @rule(number=NUMBERS, table=TABLES, places=PLACES, day=DAYS)
    def correct(self, number, table, places, day):
        game, seated = self.pick(number), self.seated(table)
        if game.state == GameState.VOID:
            return
        earlier, game.played_on = game.played_on, day
        game.save()
        write_seats(game, seated, places[: len(seated)], CLANS[::-1])
        refresh_state(game, since=earlier, corrected=True, strictly=True)

    @precondition(lambda self: Game.objects.exists())
    @rule(number=NUMBERS)
    def void_or_restore(self, number):
        game = self.pick(number)
        (restore_game if game.state == GameState.VOID else void_game)(actor=self.actor, game=game)

    @precondition(lambda self: Game.objects.filter(club=None).exclude(state=GameState.VOID).exists())
    @rule(club=st.integers(0, 1))
    def save_into_club(self, club):
        game = Game.objects.filter(club=None).exclude(state=GameState.VOID).first()
        game.club = self.clubs[club]
        game.save()
        refresh_state(game, corrected=True, strictly=True)

    @precondition(lambda self: Game.objects.exists())
    @rule(two=st.lists(st.integers(0, PLAYERS - 1), min_size=2, max_size=2))
    def merge(self, two):
        source, target = self.seated(two[:1])[0], self.seated(two[1:])[0]
        if source == target:
            return
        try:
            self.merges.append(merge_players(source=source, target=target, actor=self.actor))
        except SatTogetherError:
            return

    @precondition(lambda self: self.merges)
    @rule()
    def undo(self):
        undo_merge(merge=self.merges.pop(), actor=self.actor)

    @precondition(lambda self: Game.objects.exists())
    @rule()
    def open_or_close_the_club(self):
        club = self.clubs[1]
        private = club.visibility == ClubVisibility.PRIVATE
        club.visibility = ClubVisibility.PUBLIC if private else ClubVisibility.PRIVATE
        club.save()

    @invariant()
    def work_now_and_then(self):
        self.steps += 1
        if self.steps % 2:
            work()


def test_the_job_and_a_rebuild_agree_to_the_last_bit(small_segments):
    """A failure is printed as it was found: making it shorter would replay it for minutes."""
    how = settings(
        max_examples=examples(8), stateful_step_count=15, deadline=None, phases=[Phase.reuse, Phase.generate]
    )
    run_state_machine_as_test(Life, settings=how)
