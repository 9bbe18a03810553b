"""Find out whom and what the names of a file mean, as far as it is known already."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from django.db import transaction
from django.db.models import Q

from games.clubs.models import PlayerAlias
from games.exchange.dimensions import dimension_meant
from games.exchange.enums import NameKind
from games.exchange.formats.bounds import MOST_NAMES
from games.exchange.formats.records import GameRecord, UnreadableFileError
from games.exchange.models import DimensionAlias, ImportBatch, ImportName
from games.exchange.selectors.imports import names_of
from games.exchange.services.errors import NotReadyError
from games.exchange.services.stopping import lock_import
from games.exchange.spelling import spelled
from games.players.actors import Actor
from games.players.models import Player

NAMES_AT_A_TIME = 500


class NamesOfFile:
    """Every name once, with how often it comes."""

    def __init__(self) -> None:
        self._players: Counter[str] = Counter()
        self._dimensions: Counter[tuple[str, str]] = Counter()
        self._spellings: dict[tuple[str, str], str] = {}

    def note(self, record: GameRecord) -> None:
        for seat in record.seats:
            name, key = spelled(seat.name)
            if name and not seat.is_bot:
                self._players[key] += 1
                self._spellings.setdefault(("", key), name)
            if seat.dimension and not dimension_meant(record.system, seat.dimension):
                clan, key = spelled(seat.dimension)
                self._dimensions[record.system, key] += 1
                self._spellings.setdefault((record.system, key), clan)
        if len(self._spellings) > MOST_NAMES:
            raise UnreadableFileError("too_many_names", most=MOST_NAMES)

    def matched(self, batch: ImportBatch) -> list[ImportName]:
        """With what they mean, where we know."""
        players = players_meant(batch, list(self._players))
        remembered = {
            (alias.system, alias.spelling_key): alias.dimension
            for alias in DimensionAlias.objects.filter(account=batch.account)
        }
        people = [
            ImportName(
                batch=batch,
                kind=NameKind.PLAYER,
                spelling=self._spellings["", key],
                spelling_key=key,
                uses=uses,
                player=players.get(key),
            )
            for key, uses in self._players.items()
        ]
        return people + [
            ImportName(
                batch=batch,
                kind=NameKind.DIMENSION,
                system=system,
                spelling=self._spellings[system, key],
                spelling_key=key,
                uses=uses,
                dimension=remembered.get((system, key), ""),
            )
            for (system, key), uses in self._dimensions.items()
        ]


def players_meant(batch: ImportBatch, keys: Sequence[str]) -> dict[str, Player]:
    """Members of the club whose names the person may know, by name or remembered spelling; outside clubs only the
    person. A name that two members have means neither.
    """
    if batch.club is None:
        own = batch.account.player_or_none
        return {own.name_key: own} if own and own.name_key in set(keys) else {}
    members = Player.objects.visible_to(batch.account).filter(memberships__club=batch.club)
    found: dict[str, Player] = {}
    for part in _parts(keys):
        named = list(members.filter(name_key__in=part).distinct())
        often = Counter(player.name_key for player in named)
        by_name = {player.name_key: player for player in named if often[player.name_key] == 1}
        spellings = PlayerAlias.objects.filter(
            Q(club=batch.club) | Q(club=None), spelling_key__in=part, player__in=members
        )
        # What the club chose goes before what holds everywhere.
        by_spelling = {
            alias.spelling_key: alias.player
            for alias in spellings.select_related("player").order_by("club_id")
            if alias.spelling_key not in often
        }
        found |= by_spelling | by_name
    return found


@transaction.atomic
def match_again(*, actor: Actor, batch: ImportBatch) -> int:
    """Look once more for members with the names nobody was matched with; how many were found."""
    batch = lock_import(actor, batch.pk)
    if not batch.may_run:
        raise NotReadyError
    unmatched = list(names_of(batch, only_unmatched=True).filter(kind=NameKind.PLAYER))
    players = players_meant(batch, [name.spelling_key for name in unmatched])
    matched = [name for name in unmatched if name.spelling_key in players]
    for name in matched:
        name.player = players[name.spelling_key]
    ImportName.objects.bulk_update(matched, ["player"], batch_size=NAMES_AT_A_TIME)
    return len(matched)


def _parts(keys: Collection[str]) -> Iterator[list[str]]:
    remaining = iter(keys)
    while part := list(islice(remaining, NAMES_AT_A_TIME)):
        yield part
