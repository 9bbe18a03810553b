"""Work without a person: let games count whose time to object has passed, compute results anew from the stored sheets
after the rules engine has changed, and take somebody out of their games after their account was deleted.

Nobody is asked for a right here, so only tasks, receivers, commands and the app import it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Prefetch, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from caledonia_site.common.jobs.topics import Queue, Topic
from games.players.models import Player
from games.results.enums import ConfirmationRule, GameState
from games.results.models import ClubConfirmation, Game, Seat, SheetVersion, Verdict
from games.results.services.results import Person, ruleset_named, seat_values
from games.results.services.status import refresh_state
from games.results.signals import game_changed

# Games are taken in batches of row numbers: small enough for one short transaction.
BATCH = 500
COMPARED = ("total", "rank", "lines", "faction", "is_bot")


@dataclass(frozen=True, slots=True)
class Rescored:
    """A game whose stored result is not what its sheet says today."""

    game: int
    version: int
    engine_version: str
    margin: int | None
    seats: tuple[dict[str, Any], ...]


class ScoresTopic(Topic[list[Rescored]]):
    """What people typed stays; what follows from it is brought up to date. A sheet that today's rules no longer
    accept keeps the result it has.
    """

    name = "scores"
    queue = Queue.BULK

    def all_keys(self) -> Iterable[str]:
        last = Game.objects.aggregate(last=Max("pk"))["last"] or 0
        return [str(batch) for batch in range(last // BATCH + 1)]

    def compute(self, *, key: str, since: date | None) -> list[Rescored]:
        first = int(key) * BATCH
        versions = (
            SheetVersion.objects.filter(game__pk__gte=first, game__pk__lt=first + BATCH)
            .filter(number=F("game__version"), game__totals_only=False)
            .select_related("game")
            .prefetch_related(Prefetch("game__seats", queryset=Seat.objects.order_by("index")))
        )
        return [rescored for version in versions if (rescored := _rescored(version))]

    def publish(self, *, key: str, result: list[Rescored]) -> None:
        for rescored in result:
            game = Game.objects.select_for_update().filter(pk=rescored.game, version=rescored.version).first()
            if game is None:
                # Corrected meanwhile: the correction was scored by today's engine.
                continue
            game.engine_version = rescored.engine_version
            game.margin = rescored.margin
            game.best_total = max(seat["total"] for seat in rescored.seats)
            game.save(update_fields=["engine_version", "margin", "best_total"])
            for index, values in enumerate(rescored.seats):
                game.seats.filter(index=index).update(**values)
            if game.state == GameState.CONFIRMED:
                game_changed.send(
                    sender=Game, game=game, counted_before=True, counts_now=True, since=game.played_on
                )


def count_silent_games() -> int:
    """Look at every waiting game of clubs that count after some days of silence; return how many now count."""
    counted = 0
    now = timezone.now()
    for club_rule in ClubConfirmation.objects.filter(rule=ConfirmationRule.SILENCE):
        due = Game.objects.filter(
            club=club_rule.club_id,
            state=GameState.SUBMITTED,
            submitted_at__lte=now - timedelta(days=club_rule.silence_days),
        )
        for pk in due.values_list("pk", flat=True):
            with transaction.atomic():
                game = Game.objects.select_for_update().get(pk=pk)
                if game.state == GameState.SUBMITTED:
                    refresh_state(game)
                    counted += game.counts
    return counted


@transaction.atomic
def forget_person(*, player: Player, former_ids: Sequence[str]) -> None:
    """The games stay for the others. The player has a new name and id already; seats, verdicts and every version of a
    sheet now say these.

    Versions are searched by their text, because a correction may have moved the person out of the seats that
    are left. That reads the whole table, once in an account's life.
    """
    Seat.objects.filter(player=player).update(name=player.name)
    Verdict.objects.filter(player=player).update(name=player.name)
    mentioned = Q()
    for former_id in former_ids:
        mentioned |= Q(facts_text__contains=f'"{former_id}"')
    if not mentioned:
        return
    versions = SheetVersion.objects.annotate(facts_text=Cast("facts", TextField())).filter(mentioned)
    for version in versions.iterator(chunk_size=500):
        for index, person in enumerate(version.facts["people"]):
            if person["player"] in former_ids:
                version.facts["people"][index] = {"player": player.public_id, "name": player.name}
                _rename_on_sheet(version.sheet, index, player.name)
        version.save(update_fields=["facts", "sheet"])


def _rename_on_sheet(sheet: dict[str, Any], index: int, name: str) -> None:
    """The raw sheet may carry the name too."""
    seat = sheet["seats"][index]
    if seat.get("player"):
        seat["player"] = name


def _rescored(version: SheetVersion) -> Rescored | None:
    game = version.game
    ruleset = ruleset_named(game.system)
    checked = ruleset.check(version.sheet)
    if checked.sheet is None:
        return None
    breakdown = ruleset.score(checked.sheet)
    nobody = Person(player=Player())
    now = tuple(
        {name: value for name, value in seat_values(score, raw, nobody, ruleset.description).items()
         if name in COMPARED}
        for score, raw in zip(breakdown.seats, version.sheet["seats"], strict=True)
    )  # fmt: skip
    stored = tuple({name: getattr(seat, name) for name in COMPARED} for seat in game.seats.all())
    if stored == now and game.engine_version == breakdown.version:
        return None
    return Rescored(game.pk, game.version, breakdown.version, breakdown.margin, now)
