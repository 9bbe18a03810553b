"""Whom and what the names of some rows mean."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.clubs.models import Membership
from games.clubs.services.add_guest_players import new_guest
from games.clubs.services.locking import lock_club
from games.exchange.dimensions import dimension_meant
from games.exchange.enums import NameKind, UnknownNames
from games.exchange.formats.records import SeatRecord
from games.exchange.models import ImportBatch, ImportName, ImportRow
from games.exchange.spelling import spelled, without_address
from games.players.models import Player
from games.services.results import Person


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
