"""Invented players for the demo data."""

import random

from caledonia_site.common.public_id import ALPHABET, LENGTH
from games.players.models import Player

GIVEN_NAMES = (
    "Ailsa", "Angus", "Aurélie", "Beatriz", "Bruno", "Callum", "Camille", "Catriona", "Clara", "Davi", "Eilidh",
    "Émile", "Fergus", "Fiona", "Gilberto", "Hamish", "Helena", "Inês", "Iona", "Isobel", "Jean", "João", "Kirsty",
    "Lachlan", "Larissa", "Lucas", "Mairi", "Mathilde", "Morag", "Noémie", "Otávio", "Pierre", "Rafaela", "Rory",
    "Sílvia", "Sorcha", "Tavish", "Thomas", "Una", "Vitória", "Wallace", "Yann",
)  # fmt: skip
FAMILY_NAMES = (
    "Aird", "Almeida", "Baird", "Barros", "Bell", "Blanchet", "Cardoso", "Colquhoun", "Dallas", "Dubois", "Esteves",
    "Fontaine", "Galbraith", "Girard", "Hay", "Innes", "Kerr", "Lamont", "Lefèvre", "Lindsay", "Moreira", "Muir",
    "Nogueira", "Ogilvie", "Perrin", "Ramsay", "Rocha", "Roussel", "Sutherland", "Teixeira", "Vidal", "Wemyss",
)  # fmt: skip


def seed_players(rng: random.Random, *, count: int) -> list[Player]:
    """So many players with names of all three languages, the same for the same random numbers."""
    players = [
        Player(
            public_id="".join(rng.choices(ALPHABET, k=LENGTH)),
            name=f"{rng.choice(GIVEN_NAMES)} {rng.choice(FAMILY_NAMES)}",
            is_demo=True,
        )
        for _ in range(count)
    ]
    return Player.objects.bulk_create(players, batch_size=2_000)


def remove_demo_players() -> int:
    return Player.with_merged.filter(is_demo=True).delete()[0]
