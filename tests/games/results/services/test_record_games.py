"""Many games at once are the same games as one by one."""

from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.tasks import sweep
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.services.guests import new_guest
from games.players.models import Player
from games.ratings.models import PlayerRating
from games.results.enums import ConfirmationRule
from games.results.models import ClubConfirmation, Game, Verdict
from games.results.services.new_games import ResultSeat
from games.results.services.record import PlayedGame, record_game, record_games, record_result
from games.results.services.results import Person
from games.results.signals import game_changed, game_news, games_recorded
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, MembershipFactory, member_of
from tests.factories.games import PLAYED, clans_seat, clans_sheet, two_seats
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)
# Modules that listen to single games and need not hear of many new ones, with the reason.
NOT_CONCERNED = {
    # A table of an event knows its game from the schedule, which knows no imported one.
    "tournaments.events.receivers",
}


def played(people, day=2, **about):
    return PlayedGame(
        system="clans_of_caledonia",
        circumstances=replace(PLAYED, played_on=date(2026, 5, day), place="Pub", duration_minutes=90),
        people=people,
        **about,
    )


def an_evening(recorder, guest):
    """A sheet with options, a result with lines, a bot, and games with and without the recorder."""
    own, other, nobody = Person(player=recorder.player), Person(player=guest), Person(name="Rory")
    result = [
        ResultSeat(total=120, place=1, faction="campbell", position=2, lines={"glory": (40, 40)}),
        ResultSeat(total=110, place=2, faction="stewart", position=1),
    ]
    with_bot = [ResultSeat(total=90, place=2), ResultSeat(total=99, place=1, is_bot=True)]
    options = clans_sheet(clans_seat(clan="buchanan"), clans_seat(glory=46), static_imports=True)
    return [
        played([own, other], sheet=two_seats()),
        played([other, nobody], 3, sheet=options),
        played([own, nobody], 4, seats=result),
        played([other, nobody], 5, seats=result),
        played([own, Person()], 6, seats=with_bot),
    ]


def one_by_one(games, recorder, club):
    for game in games:
        common = {
            "system": game.system, "circumstances": game.circumstances, "people": game.people,
            "actor": recorder, "club": club,
        }  # fmt: skip
        if game.sheet is None:
            record_result(seats=game.seats, **common)
        else:
            record_game(sheet=game.sheet, warnings_confirmed=True, **common)


def everything(club):
    """All that is stored of a club's games, besides row numbers, ids and the moment."""
    apart = {
        "id",
        "_state",
        "public_id",
        "club_id",
        "recorded_by_id",
        "created_at",
        "submitted_at",
        "given_at",
    }
    apart |= {"game_id", "seat_id", "player_id", "account_id", "author_id", "facts"}

    def plain(row):
        return {name: value for name, value in vars(row).items() if name not in apart}

    def named(facts):
        people = [(person["name"], person["player"] is not None) for person in facts["people"]]
        return facts | {"people": people}

    return [
        (
            plain(game),
            [(plain(seat), seat.player_id is not None) for seat in game.seats.order_by("index")],
            [plain(word) for word in game.verdicts.order_by("index")],
            [
                (plain(version), named(version.facts), version.author_id == game.recorded_by_id)
                for version in game.versions.all()
            ],
            sorted((option.key, option.value) for option in game.options.all()),
        )
        for game in Game.objects.filter(club=club).order_by("played_on")
    ]


def ratings(club):
    sweep()
    standings = PlayerRating.objects.filter(pool__key__endswith=f"club:{club.public_id}")
    return sorted((row.player.name, row.rating, row.games) for row in standings)


@pytest.mark.parametrize("rule", [None, *ConfirmationRule])
def test_the_same_rows_marks_and_ratings(rule, monkeypatch):
    clubs = [ClubFactory(), ClubFactory()]
    evenings = []
    for club in clubs:
        if rule:
            ClubConfirmation.objects.create(club=club, rule=rule)
        recorder = member_of(club, Role.SCOREKEEPER, name="Una Hay")
        guest = GuestMembershipFactory(club=club, player__name="Ailsa").player
        evenings.append((recorder, an_evening(recorder, guest)))
    sweep()
    marked = []
    for club, (recorder, games), many in zip(clubs, evenings, [False, True], strict=True):
        with monkeypatch.context() as patch:
            patch.setattr("caledonia_site.common.jobs.marks.dispatch", lambda **_: None)
            if many:
                record_games(actor=recorder, played=games, club=club)
            else:
                one_by_one(games, recorder, club)
        names = {str(club.pk): "club", f"clans_of_caledonia/club:{club.public_id}": "pool"}
        marked.append({(mark.topic, names.get(mark.key, mark.key), mark.since) for mark in earliest_marks()})
        sweep()
    assert everything(clubs[0]) == everything(clubs[1])
    assert marked[0] == marked[1]
    assert ratings(clubs[0]) == ratings(clubs[1])


def earliest_marks():
    earliest = {}
    for mark in DirtyMark.objects.all():
        known = earliest.get((mark.topic, mark.key))
        if known is None or (mark.since and mark.since < known.since):
            earliest[mark.topic, mark.key] = mark
    return earliest.values()


def test_outside_clubs_a_majority_is_needed():
    recorder = PlayerFactory().account
    result = [ResultSeat(total=9, place=1), ResultSeat(total=8, place=2)]
    games = [played([Person(player=recorder.player), Person(name="Rory")], seats=result)]
    (game,) = record_games(actor=recorder, played=games, club=None)
    one_by_one(games, recorder, None)
    assert (
        [recorded.state for recorded in Game.objects.order_by("pk")] == [game.state] * 2 == ["submitted"] * 2
    )
    assert Verdict.objects.count() == 2


def test_what_cannot_be_recorded_is_nothing_to_the_others():
    club = ClubFactory()
    recorder = member_of(club, Role.SCOREKEEPER)
    guest, twice = new_guest(club, "Ailsa"), new_guest(club, "Rory")
    result = [ResultSeat(total=9, place=1), ResultSeat(total=8, place=2)]
    future = replace(PLAYED, played_on=date(2999, 1, 1))
    games = [
        played([Person(player=guest), Person(name="B")], seats=result),
        played([Person(player=twice), Person(player=twice)], 3, seats=result),
        replace(played([Person(player=twice), Person()], seats=result), circumstances=future),
        played([Person(), Person()], sheet={"seats": []}),
        played([Person(player=guest), Person(name="C")], 4, seats=result),
    ]
    outcomes = record_games(actor=recorder, played=games, club=club)
    assert [getattr(outcome, "code", "") for outcome in outcomes] == [
        "", "player_twice", "played_in_the_future", "sheet_rejected", "",
    ]  # fmt: skip
    assert Game.objects.count() == 2
    assert [
        membership.player.name for membership in Membership.objects.filter(club=club, player__account=None)
    ] == ["Ailsa"]
    assert not Player.objects.filter(name="Rory").exists()


@pytest.mark.parametrize("number", [5, 40])
def test_the_number_of_queries_does_not_grow_with_the_games(
    number, django_assert_max_num_queries, monkeypatch
):
    # What the jobs do afterwards is theirs.
    monkeypatch.setattr("caledonia_site.common.jobs.marks.dispatch", lambda **_: None)
    club = ClubFactory()
    recorder = member_of(club, Role.SCOREKEEPER)
    known = MembershipFactory(club=club).player
    result = [ResultSeat(total=9, place=1), ResultSeat(total=8, place=2)]
    games = [
        played(
            [Person(player=known), Person(player=new_guest(club, f"Guest {index}"))],
            1 + index % 28,
            seats=result,
        )
        for index in range(number)
    ]
    with django_assert_max_num_queries(40):
        record_games(actor=recorder, played=games, club=club)


def test_whoever_listens_to_one_game_listens_to_many():
    """A new listener that forgets imports would be wrong in silence."""

    def modules(signal):
        listeners = [reference() for _key, reference, *_ in signal.receivers]
        return Counter(
            listener.__module__
            for listener in listeners
            if listener and not listener.__module__.startswith("tests.")
        )

    single = modules(game_changed) + modules(game_news)
    assert set(single) - NOT_CONCERNED <= set(modules(games_recorded))
