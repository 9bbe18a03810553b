"""Who may see and change a player. Whoever keeps a club's records has further rights: see the clubs' rules."""

from typing import Any

import rules

from games.players.viewers import Viewer


@rules.predicate
def is_signed_in(user: Viewer) -> bool:
    return bool(user.is_authenticated)


@rules.predicate
def is_site_staff(user: Viewer) -> bool:
    return bool(user.is_authenticated and user.is_staff and user.is_active)


@rules.predicate
def is_own_player(user: Viewer, player: Any) -> bool:
    return bool(user.is_authenticated and player.account_id == user.pk)


@rules.predicate
def may_know_name(user: Viewer, player: Any) -> bool:
    return bool(player.is_visible_to(user))


rules.add_perm("players.see_player", may_know_name)
rules.add_perm("players.edit_player", is_own_player)
