"""Whom and what the names of a file mean: as far as known, and as somebody says it for this import and later ones."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.db import transaction
from django.db.models import Q

from caledonia_site.common.errors import NotAllowedError
from games.clubs.models import Membership, PlayerAlias
from games.clubs.services.guests import new_guest
from games.clubs.services.locks import lock_club
from games.exchange.enums import NameKind, UnknownNames
from games.exchange.formats.bounds import MOST_NAMES
from games.exchange.formats.records import GameRecord, SeatRecord, UnreadableFileError
from games.exchange.models import DimensionAlias, ImportBatch, ImportName, ImportRow
from games.exchange.names import dimension_meant, spelled, without_address
from games.exchange.selectors.imports import names_of
from games.exchange.services.errors import NotReadyError
from games.exchange.services.locks import lock_import
from games.players.actors import Actor
from games.players.models import Player
from games.results.services.results import Person
from scoring import registry

NAMES_AT_A_TIME = 500


@transaction.atomic
def choose_player(*, actor: Actor, name: ImportName, player: Player | None) -> None:
    """A member of the club, or nobody we know. The spelling is remembered in the club; outside clubs people can only
    say which name is theirs.
    """
    batch = _ready(actor, name.batch_id)
    if player is not None and batch.club is None:
        if player.account_id != batch.account_id:
            raise NotAllowedError
    elif player is not None:
        if not Membership.objects.filter(club=batch.club, player=player).exists():
            raise NotAllowedError
        if player.name_key != name.spelling_key:
            PlayerAlias.objects.update_or_create(
                club=batch.club, spelling_key=name.spelling_key,
                defaults={"player": player, "spelling": name.spelling},
            )  # fmt: skip
    name.player = player
    name.save(update_fields=["player"])


@transaction.atomic
def choose_dimension(*, actor: Actor, name: ImportName, dimension: str) -> None:
    """A clan of the game, or "" for none. Remembered for the person who imports."""
    batch = _ready(actor, name.batch_id)
    description = registry.get(name.system).description
    field = next(field for field in description.seat if field.key == description.dimension)
    if name.kind != NameKind.DIMENSION or (dimension and dimension not in field.choices):
        raise NotAllowedError
    if dimension:
        DimensionAlias.objects.update_or_create(
            account=batch.account, system=name.system, spelling_key=name.spelling_key,
            defaults={"dimension": dimension},
        )  # fmt: skip
    name.dimension = dimension
    name.save(update_fields=["dimension"])


@transaction.atomic
def choose_unknown_names(*, actor: Actor, batch: ImportBatch, unknown_names: UnknownNames) -> None:
    """What becomes of everybody who is matched with nobody when the games are imported."""
    batch = _ready(actor, batch.pk)
    batch.unknown_names = unknown_names if batch.club_id else UnknownNames.NAMES
    batch.save(update_fields=["unknown_names"])


def _ready(actor: Actor, pk: int) -> ImportBatch:
    batch = lock_import(actor, pk)
    if not batch.may_run:
        raise NotReadyError
    return batch


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
    players: dict[str, Player] = {}
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
        players |= by_spelling | by_name
    return players


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


@dataclass(frozen=True, slots=True)
class Meanings:
    """`guests` grows by people nobody knows; they are stored with the first game recorded of them."""

    batch: ImportBatch
    players: dict[str, Player] = field(default_factory=dict)
    dimensions: dict[tuple[str, str], str] = field(default_factory=dict)
    guests: dict[str, Player] = field(default_factory=dict)

    @classmethod
    def of(cls, batch: ImportBatch, rows: Sequence[ImportRow]) -> "Meanings":
        seats = [seat for row in rows for seat in (row.record or {}).get("seats", [])]
        keys = {spelled(seat[name])[1] for seat in seats for name in ("name", "dimension")}
        meanings = cls(batch)
        names = ImportName.objects.filter(batch=batch, spelling_key__in=keys)
        for name in names.select_related("player__merged_into"):
            if name.player:
                # Merged since somebody said who it is.
                meanings.players[name.spelling_key] = name.player.merged_into or name.player
            elif name.kind == NameKind.DIMENSION:
                meanings.dimensions[name.system, name.spelling_key] = name.dimension
        if meanings.makes_guests and batch.club:
            # Nobody adds a guest of the same name until ours are stored.
            club = lock_club(batch.club)
            guest_keys = {spelled(without_address(seat["name"]))[1] for seat in seats}
            guests = Membership.objects.filter(
                club=club, player__account=None, player__name_key__in=guest_keys - meanings.players.keys()
            )
            for membership in guests.select_related("player").order_by("-pk"):
                meanings.guests[membership.player.name_key] = membership.player
        return meanings

    @property
    def makes_guests(self) -> bool:
        return self.batch.club is not None and self.batch.unknown_names == UnknownNames.GUESTS

    def person(self, seat: SeatRecord) -> Person:
        name, key = spelled(seat.name)
        if seat.is_bot or not name:
            return Person()
        if player := self.players.get(key):
            return Person(player=player)
        name, key = spelled(without_address(name))
        if not name or not self.makes_guests or self.batch.club is None:
            return Person(name=name)
        if key not in self.guests:
            self.guests[key] = new_guest(self.batch.club, name)
        return Person(player=self.guests[key])

    def dimension(self, system: str, spelling: str) -> str:
        if not spelling:
            return ""
        return dimension_meant(system, spelling) or self.dimensions.get((system, spelled(spelling)[1]), "")
