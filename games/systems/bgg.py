"""The games we know by their numbers on BoardGameGeek."""

SYSTEM_BY_BGG_ID = {216132: "clans_of_caledonia", 391913: "clans_of_caledonia", 265188: "glen_more_2"}
BGG_ID_BY_SYSTEM = {"clans_of_caledonia": 216132, "glen_more_2": 265188}
BGG_NAME_BY_SYSTEM = {"clans_of_caledonia": "Clans of Caledonia", "glen_more_2": "Glen More II: Chronicles"}
# How the sources call the bot of a game.
BOT_NAMES = {"automa", "the automa", "automa player"}
