"""What was said of results before there was a log of it keeps its meaning."""

from datetime import date

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Game, Verdict
from tests.factories.people import GuestFactory, PlayerFactory

BEFORE, AFTER = [("games", "0008_club_tallies")], [("games", "0011_only_words_on_results")]


def migrate(target):
    executor = MigrationExecutor(connection)
    executor.migrate(target)
    return MigrationExecutor(connection).loader.project_state(target).apps


@pytest.fixture
def before(transactional_db):
    yield migrate(BEFORE)
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    MigrationExecutor(connection).migrate(leaves)


def test_words_and_contents(before):
    ailsa, rory, merged = PlayerFactory(name="Ailsa"), GuestFactory(name="Rory"), GuestFactory(name="Rors")
    merged.merged_into = rory
    merged.save()
    game_model, seat_model = before.get_model("games", "Game"), before.get_model("games", "Seat")
    version_model, verdict_model = (
        before.get_model("games", "SheetVersion"),
        before.get_model("games", "Verdict"),
    )

    def game(*, versions, people, settled=False):
        made = game_model.objects.create(
            system="clans_of_caledonia", engine_version="1", played_on=date(2026, 5, 2), seat_count=2,
            version=len(versions), submitted_at=timezone.now(), settled=settled,
            public_id=f"g{game_model.objects.count()}",
        )  # fmt: skip
        for number, (glory, seated, notes) in enumerate(versions, 1):
            facts = {"played_on": "2026-05-02", "notes": notes, "people": seated}
            version_model.objects.create(
                game=made,
                number=number,
                cause="recorded",
                sheet={"seats": [{"glory": glory}, {}]},
                facts=facts,
            )
        seats = [
            seat_model.objects.create(
                game=made, index=index, player_id=one.pk if one else None, name=one.name if one else "Una",
                total=1, rank=1,
            )
            for index, one in enumerate(people)
        ]  # fmt: skip
        return made, seats

    def said(seat, version, kind, account=None):
        verdict_model.objects.create(seat=seat, version=version, kind=kind, account_id=account)

    def at(player, name):
        return {"player": player.public_id if player else None, "name": name}

    pair = [at(ailsa, "Ailsa"), at(merged, "Rors")]
    simple, seats = game(versions=[(1, pair, "")], people=[ailsa, rory])
    said(seats[0], 1, "confirmed", ailsa.account_id)
    said(seats[1], 1, "disputed")
    back, seats = game(
        versions=[(1, pair, ""), (2, [at(ailsa, "Ailsa"), at(None, "Una")], ""), (1, pair, "late")],
        people=[ailsa, rory],
    )
    said(seats[1], 1, "disputed")
    said(seats[1], 2, "confirmed")
    final, seats = game(versions=[(1, pair, "")], people=[ailsa, None], settled=True)
    said(seats[1], 1, "disputed")

    migrate(AFTER)

    assert list(Game.objects.get(pk=back.pk).versions.order_by("number").values_list("content", flat=True)) == [
        1, 2, 1,
    ]  # fmt: skip
    assert Game.objects.get(pk=back.pk).content == 1
    words = [
        (word.game_id, word.index, word.player_id, word.name, word.content, word.kind, word.means, not word.closed_at)
        for word in Verdict.objects.order_by("pk")
    ]  # fmt: skip
    assert words == [
        (simple.pk, 0, ailsa.pk, "Ailsa", 1, "confirmed", "account", True),
        (simple.pk, 1, rory.pk, "Rory", 1, "disputed", "link", True),
        # The correction answered it, by the rules of that time; who spoke is named by the version.
        (back.pk, 1, rory.pk, "Rors", 1, "disputed", "link", False),
        (back.pk, 1, None, "Una", 2, "confirmed", "link", True),
        (final.pk, 1, None, "Una", 1, "disputed", "link", False),
    ]
