"""Take a person's name out of the games they played; the games stay for the others."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from games.players.models import Player
from games.results.models import Seat, SheetVersion, Verdict


@transaction.atomic
def forget_person(*, player: Player, former_ids: Sequence[str]) -> None:
    """The player has a new name and id already; seats, words on results and every version of a sheet now say these.

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
