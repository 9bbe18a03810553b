"""The people a sheet was prepared with travel with it. A table may be undone while its sheet waits on a phone without a
connection: what was played is then a game of the same people.

Only the site can read the list: it holds who they are, also those whose page the viewer may not know.
"""

import json
from collections.abc import Sequence
from typing import Any

from cryptography.fernet import InvalidToken

from caledonia_site.common.ciphers import cipher_for
from games.players.models import Player
from games.services.results import Person
from games.web.sheet.people import Kept

_PURPOSE = "people of a prepared sheet"


def seated_list(people: Sequence[Kept], viewer: Any) -> str:
    """For the viewer alone, with each name as it was shown: who has left it as it was means the same person."""
    seats = [[one.person.player.public_id, one.shown] for one in people if one.person.player]
    return cipher_for(_PURPOSE).encrypt(json.dumps([viewer.pk, seats]).encode()).decode()


def people_seated(text: str, viewer: Any) -> list[Kept]:
    """Nobody where the list is not ours, or was made for somebody else."""
    try:
        made_for, seats = json.loads(cipher_for(_PURPOSE).decrypt(text.encode()))
    except InvalidToken:
        return []
    if made_for != viewer.pk:
        return []
    ids = [public_id for public_id, _shown in seats]
    found = Player.with_merged.filter(public_id__in=ids).select_related("merged_into")
    players = {player.public_id: player.merged_into or player for player in found}
    return [
        # Who was deleted since is a name, as on any sheet.
        Kept(Person(player=player) if (player := players.get(public_id)) else Person(name=shown), shown)
        for public_id, shown in seats
    ]
