"""What people confirm: the sheet, who sits where, and the day. Notes, place and duration are not part of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.models import Game, Seat, SheetVersion
from games.players.models import Player
from games.players.names import normalised
from games.services.results import Person


def content_of(game: Game, sheet: Mapping[str, Any], facts: Mapping[str, Any]) -> int:
    """The number of the first version that said the same, or of the version to come."""
    versions = list(game.versions.order_by("number")) if game.pk else []
    players = present_players([facts, *(version.facts for version in versions)])
    told = _judged(sheet, facts, players)
    same = (one for one in versions if _judged(one.sheet, one.facts, players) == told)
    first: SheetVersion | None = next(same, None)
    return first.content if first else game.version


def is_called_the_same(seat: Seat, person: Person) -> bool:
    """Whether who sits in the seat is that person, as far as the others can tell: a name that was typed and a player of
    that name are.
    """
    if seat.player_id:
        return person.player is not None and person.player.pk == seat.player_id
    return normalised(seat.name) == normalised(person.shown_name)


def present_players(all_facts: Iterable[Mapping[str, Any]]) -> dict[str, Player]:
    """By the ids in the facts of versions; players merged since are the ones they were merged into."""
    keys = {person["player"] for facts in all_facts for person in facts["people"] if person["player"]}
    found = Player.with_merged.filter(public_id__in=keys)
    return {player.public_id: _present(player) for player in found}


def _present(player: Player) -> Player:
    while player.merged_into is not None:
        player = player.merged_into
    return player


def _judged(
    sheet: Mapping[str, Any], facts: Mapping[str, Any], players: Mapping[str, Player]
) -> tuple[object, ...]:
    # A sheet may repeat the names that were typed; who sits where is told by the list of people alone.
    seats = [{key: value for key, value in seat.items() if key != "player"} for seat in sheet["seats"]]
    people = [
        (players[one["player"]].pk if one["player"] in players else one["player"], "")
        if one["player"]
        else (None, one["name"])
        for one in facts["people"]
    ]
    return dict(sheet) | {"seats": seats}, people, facts["played_on"]
