"""Players whom a typed name means."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.db.models import Q

from games.clubs.models import Club, PlayerAlias
from games.players.models import Player
from games.players.names import normalised

# More names than anybody scrolls through; whoever is missing from the list can still be typed.
MOST_SUGGESTED = 500


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """Players whose typed name means them: `labels` are offered, `by_key` also knows other spellings."""

    labels: tuple[str, ...] = ()
    by_key: Mapping[str, Player] = field(default_factory=dict)

    def named(self, name: str) -> Player | None:
        return self.by_key.get(normalised(name))


def known_players(viewer: Any, club: Club | None) -> KnownPlayers:
    """The players of the club whose names the viewer may know; outside clubs only the viewer."""
    if not viewer.is_authenticated:
        return KnownPlayers()
    if club is None:
        own = viewer.player_or_none
        return KnownPlayers((own.name,), {normalised(own.name): own}) if own else KnownPlayers()
    # Asked of each member: as a filter, PostgreSQL asks it of all players of the site first, 50 ms for 50,000.
    members = Player.objects.shown_to(viewer).filter(memberships__club=club).order_by("name_key", "pk")
    known = (player for player in members.defer("is_demo", "created_at") if player.shown_to_viewer)
    players = list(islice(known, MOST_SUGGESTED))
    namesakes = Counter(player.name_key for player in players)
    by_key: dict[str, Player] = {}
    labels = []
    for player in players:
        # Two of the same name are told apart by what stands in the address of their pages.
        if namesakes[player.name_key] == 1:
            label, key = player.name, player.name_key
        else:
            label = f"{player.name} · {player.public_id}"
            key = normalised(label)
        labels.append(label)
        by_key[key] = player
    by_id = {player.pk: player for player in players}
    spellings = PlayerAlias.objects.filter(Q(club=club) | Q(club=None), player__in=by_id)
    for alias in spellings:
        by_key.setdefault(alias.spelling_key, by_id[alias.player_id])
    return KnownPlayers(tuple(labels), by_key)
