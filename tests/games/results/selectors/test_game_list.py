"""Which games appear in whose lists, filtered, sorted and paged."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.enums import GameState
from games.results.models import Game
from games.results.selectors.games import GameFilter, GameSort, games_page
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, keeper, recorded_game
from tests.factories.people import GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


@pytest.fixture
def club(db):
    return ClubFactory()


def game_on(day, **fields):
    return recorded_game(circumstances=Circumstances(played_on=day), **fields)


def listed(viewer=VISITOR, **filters):
    return list(games_page(viewer=viewer, filters=GameFilter(**filters)).rows)


class TestWhoFindsWhat:
    @pytest.mark.parametrize(
        ("visibility", "in_lists"),
        [(ClubVisibility.PUBLIC, True), (ClubVisibility.UNLISTED, False), (ClubVisibility.PRIVATE, False)],
    )
    def test_strangers_find_games_of_public_clubs_only(self, visibility, in_lists):
        game = recorded_game(club=ClubFactory(visibility=visibility))
        assert (game in listed()) is in_lists
        assert (game in listed(PlayerFactory().account)) is in_lists

    @pytest.mark.parametrize("visibility", ClubVisibility.values)
    def test_members_find_those_of_their_clubs(self, visibility):
        club = ClubFactory(visibility=visibility)
        game = recorded_game(club=club)
        assert listed(member_of(club)) == [game]

    def test_a_game_without_a_club_is_for_whoever_has_the_link(self):
        recorded_game()
        assert listed() == []

    def test_ones_own_games_are_always_there(self):
        player, recorder = PlayerFactory(), PlayerFactory().account
        game = recorded_game(Person(player=player), Person(name="Rory"), recorder=recorder)
        assert listed(player.account) == [game]
        assert listed(recorder) == [game]

    def test_filtering_by_an_unlisted_club_shows_its_games(self):
        club = ClubFactory(visibility=ClubVisibility.UNLISTED)
        game = recorded_game(club=club)
        assert listed(club=club) == [game]


class TestFilters:
    def test_system_seats_and_dates(self, club):
        two = game_on(date(2026, 5, 2), club=club)
        three = game_on(
            date(2026, 5, 3),
            club=club,
            sheet=clans_sheet(clans_seat(), clans_seat(glory=9), clans_seat(glory=8)),
        )
        assert listed(seats=3) == [three]
        assert listed(since=date(2026, 5, 3)) == [three]
        assert listed(until=date(2026, 5, 2)) == [two]
        assert listed(system="clans_of_caledonia") == [three, two]
        assert listed(system="glen_more_2") == []

    def test_void_games_only_when_asked_for(self, club):
        game = void_game(actor=keeper(), game=recorded_game(club=club))
        assert listed() == []
        assert listed(state=GameState.VOID) == [game]

    def test_an_option(self, club):
        sheet = clans_sheet(clans_seat(), clans_seat(glory=9), static_imports=True)
        game = recorded_game(club=club, sheet=sheet)
        recorded_game(club=club)
        assert listed(option=("static_imports", "yes")) == [game]

    def test_a_player_and_a_clan_mean_that_player_with_that_clan(self, club):
        ailsa, rory = PlayerFactory(), PlayerFactory()
        with_campbell = recorded_game(Person(player=ailsa), Person(player=rory), club=club)
        recorded_game(Person(player=rory), Person(player=ailsa), club=club)
        assert listed(player=ailsa, faction="campbell") == [with_campbell]
        assert len(listed(faction="campbell")) == 2

    @pytest.mark.parametrize("few", [0, 2_000])
    def test_many_matches_are_found_in_the_same_way_as_few(self, club, monkeypatch, few):
        monkeypatch.setattr("games.results.selectors.games.FEW", few)
        game = recorded_game(club=club)
        other = clans_sheet(clans_seat(clan="gordon"), clans_seat(clan="fraser", glory=9))
        recorded_game(club=club, sheet=other)
        assert listed(faction="stewart") == [game]

    def test_names_are_searched_only_among_those_one_may_know(self, club):
        hidden = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
        guest = GuestFactory(name="Émile Muir")
        MembershipFactory(club=club, player=guest)
        game = recorded_game(Person(player=hidden), Person(player=guest), club=club)
        assert listed(name="morag") == []
        assert listed(name="emile") == []
        assert listed(member_of(club), name="emile") == [game]
        assert listed(member_of(club), name="morag") == []
        assert listed(hidden.account, name="morag") == [game]


class TestOrder:
    @pytest.fixture
    def games(self, club):
        """Margins 11, 20, 29 and best totals 84 ... by the glory of the first seat."""
        sheets = [
            clans_sheet(clans_seat(glory=glory), clans_seat(contracts=4, settlements=6))
            for glory in (54, 36, 45)
        ]
        return [
            game_on(date(2026, 5, 2) + timedelta(days=number), club=club, sheet=sheet)
            for number, sheet in enumerate(sheets)
        ]

    def test_each_order(self, games):
        first, second, third = games
        assert listed(sort=GameSort.NEWEST) == [third, second, first]
        assert listed(sort=GameSort.OLDEST) == [first, second, third]
        assert listed(sort=GameSort.HIGHEST) == [first, third, second]
        assert listed(sort=GameSort.CLOSEST) == [second, third, first]

    def test_a_game_alone_is_close_to_nobody(self, club):
        recorded_game(club=club, sheet=clans_sheet(clans_seat()))
        assert listed(sort=GameSort.CLOSEST) == []

    @pytest.mark.parametrize("sort", GameSort)
    def test_pages_join_without_gap_or_double_while_games_arrive(self, club, games, sort):
        for _ in range(4):
            recorded_game(club=club)
        expected = listed(sort=sort)
        seen, cursor = [], ""
        for _ in range(10):
            page = games_page(viewer=VISITOR, filters=GameFilter(sort=sort), cursor=cursor, size=2)
            seen += page.rows
            cursor = page.next_cursor
            if not cursor:
                break
            # Newer than everything: it belongs on the first page, which is behind us.
            if sort == GameSort.NEWEST:
                game_on(date(2026, 8, 1), club=club)
        assert seen == expected


@pytest.mark.parametrize("number", [1, 3])
def test_three_queries_for_any_number(club, number, django_assert_num_queries):
    for _ in range(number):
        recorded_game(Person(player=PlayerFactory()), Person(player=PlayerFactory()), club=club)
    with django_assert_num_queries(3):
        page = games_page(viewer=VISITOR, filters=GameFilter())
        names = [seat.player.shown.name for game in page.rows for seat in game.seats.all()]
        assert all(game.club.name for game in page.rows)
    assert len(names) == 2 * number
    assert Game.objects.count() == number
