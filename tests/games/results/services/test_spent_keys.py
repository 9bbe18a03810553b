"""A key under which a game was recorded: the same again is that game, anything else is refused, and nothing
unfinished comes back under it.
"""

import threading
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection

from games.clubs.enums import Role
from games.players.models import User
from games.results.models import Draft, Game
from games.results.services import errors
from games.results.services.clubs import save_into_club
from games.results.services.correct import correct_game
from games.results.services.drafts import save_draft
from games.results.services.results import Person
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import PLAYED, clans_seat, clans_sheet, recorded_game, two_seats
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db
MINE = {"edit_secret": "mine"}


def unfinished(owner: User, key: object, **content: object) -> Draft:
    return save_draft(
        actor=owner, idempotency_key=key, system="clans_of_caledonia", content=content, expected_revision=0
    )


class TestAKeyThatComesBack:
    @pytest.mark.parametrize(
        "other",
        [
            {"sheet": clans_sheet(clans_seat(clan="campbell", glory=44), clans_seat(clan="stewart"))},
            {"sheet": clans_sheet({}, {})},
            {"circumstances": replace(PLAYED, notes="The second table.")},
            {"circumstances": replace(PLAYED, played_on=PLAYED.played_on.replace(day=1))},
        ],
    )
    def test_with_other_content_is_refused(self, other):
        key = uuid4()
        game = recorded_game(idempotency_key=key, **MINE)
        with pytest.raises(errors.KeyOfAnotherGameError) as raised:
            recorded_game(idempotency_key=key, **MINE, **other)
        assert (raised.value.game, raised.value.status) == (game, 409)
        assert Game.objects.get() == game

    def test_with_other_people_or_for_another_club_is_refused(self):
        key, club = uuid4(), ClubFactory()
        first, second = (MembershipFactory(club=club).player for _ in range(2))
        about = {"idempotency_key": key, "recorder": member_of(club, Role.SCOREKEEPER), "club": club}
        recorded_game(Person(player=first), Person(name="Rory"), **about)
        for people, club in (((second, "Rory"), about["club"]), ((first, "Rory"), None)):
            seated = [Person(player=people[0]), Person(name=people[1])]
            with pytest.raises(errors.KeyOfAnotherGameError):
                recorded_game(*seated, **about | {"club": club})
        assert Game.objects.count() == 1

    def test_is_compared_with_what_was_first_recorded(self):
        """Corrected, renamed and saved into a club since: the phone that sends again knows nothing of it."""
        key, player = uuid4(), PlayerFactory(name="Ailsa")
        about = {"idempotency_key": key, "recorder": player.account}
        people = [Person(player=player), Person(name="Rory")]
        game = recorded_game(*people, **about)
        correct_game(
            actor=player.account,
            game=game,
            expected_version=1,
            sheet=clans_sheet(clans_seat(clan="campbell", glory=44), clans_seat(clan="stewart")),
            circumstances=PLAYED,
            people=people,
        )
        save_into_club(game=game, club=ClubFactory(), people=people, account=player.account)
        player.name = "Ailsa Muir"
        player.save()
        assert recorded_game(*people, **about) == game

    @pytest.mark.django_db(transaction=True)
    def test_at_the_same_moment_keeps_one_and_refuses_the_other(self):
        key, outcomes, start = uuid4(), [], threading.Barrier(2)

        def deliver(sheet):
            start.wait()
            try:
                outcomes.append(recorded_game(idempotency_key=key, sheet=sheet, **MINE).pk)
            except errors.KeyOfAnotherGameError as error:
                outcomes.append(error.code)
            finally:
                connection.close()

        sheets = (two_seats(), clans_sheet(clans_seat(clan="fraser"), clans_seat(clan="stewart")))
        threads = [threading.Thread(target=deliver, args=[sheet]) for sheet in sheets]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes, key=str) == sorted([Game.objects.get().pk, "key_of_another_game"], key=str)


class TestUnfinishedSheets:
    def test_none_comes_back_under_the_key_of_a_recorded_game(self):
        player, key = PlayerFactory(), uuid4()
        game = recorded_game(idempotency_key=key, recorder=player.account)
        with pytest.raises(errors.AlreadyRecordedError) as raised:
            unfinished(player.account, key)
        assert (raised.value.game, raised.value.code) == (game, "already_recorded")
        assert not Draft.objects.exists()

    def test_whose_game_it_was_is_told_to_its_recorder_alone(self):
        key = uuid4()
        recorded_game(idempotency_key=key, recorder=PlayerFactory().account)
        with pytest.raises(errors.AlreadyRecordedError) as raised:
            unfinished(PlayerFactory().account, key)
        assert raised.value.game is None

    @pytest.mark.django_db(transaction=True)
    def test_one_that_is_saved_while_it_is_recorded_does_not_stay(self):
        account = PlayerFactory().account
        for _ in range(5):
            key, start = uuid4(), threading.Barrier(2)

            def at_once(work, start=start):
                start.wait()
                try:
                    work()
                except errors.AlreadyRecordedError:
                    pass
                finally:
                    connection.close()

            works = (
                lambda key=key: recorded_game(idempotency_key=key, recorder=account),
                lambda key=key: unfinished(account, key),
            )
            threads = [threading.Thread(target=at_once, args=[work]) for work in works]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert Game.objects.count() == 5
        assert not Draft.objects.exists()

    def test_one_of_a_table_never_becomes_one_of_another_table(self):
        owner, key = PlayerFactory().account, uuid4()
        about = {"actor": owner, "idempotency_key": key, "system": "clans_of_caledonia"}
        of = lambda prepared: {"fields": {"prepared": [prepared]} if prepared else {}}  # noqa: E731
        draft = save_draft(**about, content=of("event:first"), expected_revision=0)
        assert draft.prepared == "event:first"
        with pytest.raises(errors.IdempotencyKeyTakenError):
            save_draft(**about, content=of("event:second"), expected_revision=1)
        # The table is gone, what was typed is not.
        draft = save_draft(**about, content=of(""), expected_revision=1)
        assert draft.prepared == ""
        with pytest.raises(errors.IdempotencyKeyTakenError):
            save_draft(**about, content=of("event:first"), expected_revision=2)
