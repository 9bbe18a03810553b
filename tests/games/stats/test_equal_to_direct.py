"""Whatever happens to games, in whatever order, the segments say what pandas says about the rows themselves."""

from datetime import date, timedelta

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from caledonia_site.common.jobs.rebuild import rebuild
from games.clubs.enums import ClubVisibility
from games.players.services.merges import merge_players, undo_merge
from games.results.merges import SatTogetherError
from games.results.models import Game, SheetVersion
from games.results.services.correct import correct_game
from games.results.services.errors import NothingChangedError
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import restore_game, settle_game, void_game
from games.stats.index.snapshot import open_snapshot
from games.stats.selectors.factions import faction_pairs, faction_summary
from games.stats.selectors.system import system_facts
from tests.examples import examples
from tests.factories.clubs import ClubFactory
from tests.factories.games import clans_seat, clans_sheet, keeper
from tests.factories.people import AccountFactory, GuestFactory
from tests.games.stats.direct import by_faction, by_place, pairs
from tests.games.stats.helpers import SYSTEM, filter_set, played, refresh_statistics, segments

pytestmark = pytest.mark.django_db

PLAYERS = 6
CLANS = ["campbell", "stewart", "fraser", "gordon"]
TILES = ["basic_goods", "processed_goods", "production_units", "workers", "border_units", "meat"]
DAYS = st.integers(0, 5).map(lambda number: date(2026, 3, 30) + timedelta(days=number))
TABLES = st.lists(st.integers(0, PLAYERS - 1), min_size=1, max_size=4, unique=True)
GLORY = st.lists(st.integers(40, 43), min_size=4, max_size=4)
NUMBERS = st.integers(0, 10_000)
FILTERS = st.builds(
    filter_set,
    system=st.just(SYSTEM),
    seats=st.none() | st.integers(2, 4),
    edition=st.sampled_from(["", "", "base", "industria"]),
    options=st.sampled_from([(), (("auction", "yes"),), (("auction", "none"),), (("train", "any"),)]),
    setup=st.sampled_from([(), (("scoring_tiles", "meat"),), (("map_a", "side_1"),)]),
    factions=st.sampled_from([(), ("campbell",), ("campbell", "fraser")]),
    since=st.none() | DAYS,
    until=st.none() | DAYS,
    seat=st.sampled_from([(), (("turn_order", "1"),), (("starting_tile", "3"), ("turn_order", "2"))]),
)


class Life(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.players = [GuestFactory() for _ in range(PLAYERS)]
        self.clubs = [ClubFactory(), ClubFactory(visibility=ClubVisibility.PRIVATE)]
        self.actor = AccountFactory()
        self.merges = []

    def teardown(self):
        try:
            refresh_statistics()
            kept = segments()
            list(rebuild(topic="statistics"))
            assert segments() == kept
            self.players_are_current()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    def players_are_current(self):
        """Nobody is counted who was merged into somebody else."""
        counted = {int(key) for segment in open_snapshot(SYSTEM).segments for key in segment.player}
        merged = {player.pk for player in self.players if self.current(player) != player}
        assert not counted & merged

    def current(self, player):
        player.refresh_from_db()
        while player.merged_into:
            player = player.merged_into
        return player

    def pick(self, number):
        games = list(Game.objects.order_by("pk"))
        return games[number % len(games)]

    def seated(self, table, glory, extras):
        chosen = list(dict.fromkeys(self.current(self.players[number]) for number in table))
        seats = [
            {
                "clan": CLANS[number],
                "glory": glory[number],
                "turn_order": number + 1,
                "starting_tile": number + 2,
            }
            for number in range(len(chosen))
        ]
        options = {}
        if extras == 1 and len(chosen) > 1:
            options = {"auction": True}
            seats = [seat | {"bid": number} for number, seat in enumerate(seats)]
        if extras == 2 and len(chosen) > 1:
            options = {"train": "milestones_only"}
        setup = (
            {"scoring_tiles": TILES[:5] if extras % 2 else TILES[1:], "map_a": "side_1"}
            if extras < 3
            else None
        )
        return seats, options, setup, [Person(player=player) for player in chosen]

    @rule(
        table=TABLES,
        glory=GLORY,
        day=DAYS,
        extras=st.integers(0, 3),
        club=st.integers(0, 3),
        counts=st.booleans(),
    )
    def play(self, table, glory, day, extras, club, counts):
        seats, options, setup, people = self.seated(table, glory, extras)
        club = self.clubs[club] if club < 2 else None
        played(*seats, people=people, day=day, options=options, setup=setup, club=club, counts=counts)

    @precondition(lambda self: Game.objects.exclude(state="void").exists())
    @rule(
        number=NUMBERS, table=TABLES, glory=GLORY, day=DAYS, extras=st.integers(0, 3), settled=st.booleans()
    )
    def correct(self, number, table, glory, day, extras, settled):
        game = self.pick(number)
        if game.state == "void":
            return
        seats, options, setup, people = self.seated(table, glory, extras)
        sheet = clans_sheet(*(clans_seat(**seat) for seat in seats), **options) | (
            {"setup": setup} if setup else {}
        )
        try:
            game = correct_game(
                game=game, expected_version=game.version, sheet=sheet, people=people, actor=keeper(),
                circumstances=Circumstances(played_on=day), warnings_confirmed=True,
            )  # fmt: skip
        except NothingChangedError:
            return
        if settled:
            settle_game(actor=keeper(), game=game, version=game.version)

    @precondition(lambda self: Game.objects.exists())
    @rule(number=NUMBERS)
    def void_or_restore(self, number):
        game = self.pick(number)
        (restore_game if game.state == "void" else void_game)(actor=keeper(), game=game)

    @rule(two=st.lists(st.integers(0, PLAYERS - 1), min_size=2, max_size=2, unique=True))
    def merge(self, two):
        source, target = (self.current(self.players[number]) for number in two)
        if source != target:
            try:
                with transaction.atomic():
                    self.merges.append(merge_players(source=source, target=target, actor=self.actor))
            except SatTogetherError:
                return

    @precondition(lambda self: self.merges)
    @rule()
    def undo(self):
        undo_merge(merge=self.merges.pop(), actor=self.actor)

    @precondition(lambda self: Game.objects.exists())
    @rule(number=NUMBERS)
    def delete(self, number):
        game = self.pick(number)
        SheetVersion.objects.filter(game=game).delete()
        game.delete()

    @rule()
    def lose_the_club(self):
        self.clubs[0].delete()
        self.clubs[0] = ClubFactory()

    @rule(filters=FILTERS, of_club=st.booleans())
    def compare(self, filters, of_club):
        refresh_statistics()
        if of_club:
            filters = filter_set(system=SYSTEM, club=self.clubs[1].pk, seats=filters.get("seats"))
        expected = by_faction(filters)
        rows = {row.key: row for row in faction_summary(filters=filters).rows if row.games}
        assert set(rows) == set(expected)
        for clan, figures in expected.items():
            row = rows[clan]
            assert (
                row.games, row.wins, row.par, row.mean_vp, row.mean_margin, row.mean_place
            ) == pytest.approx(figures, abs=1e-9)  # fmt: skip
        self.compare_tables(filters)

    def compare_tables(self, filters):
        """Pairs, and lines by place."""
        met, expected = faction_pairs(filters=filters), pairs(filters)
        assert set(met) == set(expected)
        for key, figures in expected.items():
            pair = met[key]
            assert (pair.games, pair.ahead, pair.mean_difference) == pytest.approx(figures, abs=1e-9)
        lines = {
            (line.key, at.place): (at.seats, at.mean_quantity, at.mean_vp)
            for line in system_facts(filters=filters).lines
            for at in line.places
        }
        expected = by_place(filters)
        assert set(lines) == set(expected)
        for key, figures in expected.items():
            assert lines[key] == pytest.approx(figures, abs=1e-9)


def test_segments_equal_a_direct_computation():
    run_state_machine_as_test(
        Life, settings=settings(max_examples=examples(8), stateful_step_count=12, deadline=None)
    )
