"""Find out whom and what the names of a file mean, as far as it is known already."""

from collections import Counter
from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser

from games.exchange.dimensions import dimension_meant
from games.exchange.enums import NameKind
from games.exchange.formats.records import GameRecord
from games.exchange.models import DimensionAlias, ImportBatch, ImportName
from games.players.names import normalised, tidy
from games.selectors.known_players import known_players


def names_in(batch: ImportBatch, records: Iterable[GameRecord]) -> list[ImportName]:
    """Every name once, with how often it comes and what it means if we know."""
    players: Counter[str] = Counter()
    dimensions: Counter[tuple[str, str]] = Counter()
    spellings: dict[str, str] = {}
    for record in records:
        for seat in record.seats:
            name = tidy(seat.name)
            if name and not seat.is_bot:
                players[normalised(name)] += 1
                spellings.setdefault(normalised(name), name)
            if seat.dimension and not dimension_meant(record.system, seat.dimension):
                dimensions[record.system, normalised(seat.dimension)] += 1
                spellings.setdefault(f"{record.system} {normalised(seat.dimension)}", seat.dimension)
    known = known_players(batch.account or AnonymousUser(), batch.club)
    remembered = {
        (alias.system, alias.spelling_key): alias.dimension
        for alias in DimensionAlias.objects.filter(account=batch.account)
    }
    people = [
        ImportName(
            batch=batch,
            kind=NameKind.PLAYER,
            spelling=spellings[key][:80],
            spelling_key=key[:160],
            uses=uses,
            player=known.by_key.get(key),
        )
        for key, uses in players.items()
    ]
    return people + [
        ImportName(
            batch=batch,
            kind=NameKind.DIMENSION,
            system=system,
            spelling=spellings[f"{system} {key}"][:80],
            spelling_key=key[:160],
            uses=uses,
            dimension=remembered.get((system, key), ""),
        )
        for (system, key), uses in dimensions.items()
    ]
