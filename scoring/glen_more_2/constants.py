"""Every number of the rules that decides a score or bounds a sheet, in one place."""

from __future__ import annotations

# The scoring rounds: at the end of the piles A, B, C, and at the end of the game
ROUNDS = ("a", "b", "c", "d")
LAST_ROUND = ROUNDS[-1]
FEWEST_PLAYERS = 2
MOST_PLAYERS = 4

# VP by the lead over whoever has least in a category; a longer lead scores as the longest one listed
LEAD_VP = (0, 1, 2, 3, 5, 8)
CASTLE_MOIL_FACTOR = 2
DAVID_HUME_PERSONS = 2

# Final scoring
VP_PER_SURPLUS_TILE = -3
COIN_VP = 1
ARMADALE_COIN_VP = 2
ARMADALE_COINS = 8
# The village and the castle every territory begins with
HOME_TILES = 2

# Dragon boat races, by the result card
RACE_VP = {"winner": 15, "second": 10, "third": 5, "last": 0}
RACE_PLACES = ("winner", "second", "third")
RACE_LAST = "last"

# Haggis: face-up tokens on a table, and the values printed on them
HAGGIS_ROUNDS = ("b", "c", "d")
HAGGIS_MOST_TOKENS = 3
HAGGIS_LEAST_VALUE = 1
HAGGIS_GREATEST_VALUE = 3

# Between a rock and a hard place
COUNCIL_VP = 10
COUNCIL_CARDS_DRAWN = 5
# By number of players: vote tokens of each player, and how many votes a card that was voted on can have.
# Two players may put down two tokens instead of one.
AYES_EACH = {2: 3, 3: 3, 4: 4}
NAYS_EACH = {2: 3, 3: 2, 4: 3}
FEWEST_VOTES_ON_A_CARD = {2: 2, 3: 3, 4: 4}
MOST_VOTES_ON_A_CARD = {2: 4, 3: 3, 4: 4}

# Penny mobs
PENNIES_EACH = 7
GANGSTERS_DRAWN = {2: 3, 3: 4, 4: 6}
JOHN_MCCLAIM_TOKENS = 3
# From so many VP of one source on, Sibyl MacSponge takes one of them
SIBYL_MACSPONGE_FROM = 6
