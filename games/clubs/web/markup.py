"""Cards of members in strings: every text is escaped."""

from collections.abc import Mapping

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import escaped
from games.clubs.enums import Role
from games.players.selectors.players import ListedPlayer


def member_cards(players: Mapping[int, ListedPlayer], roles: Mapping[int, str]) -> SafeString:
    """Not a template: fifty of them would take as long as all the rest of the page."""
    guest = escaped(_("Guest"))
    return SafeString("".join(_card(players[number], role, guest) for number, role in roles.items()))


def _card(player: ListedPlayer, role: str, guest: str) -> str:
    shown, badge = player.shown, ""
    name = escaped(shown.name)
    if shown.address and player.is_guest:
        badge = f'<span class="badge">{guest}</span>'
    elif role != Role.MEMBER:
        badge = f'<span class="badge tone-accent">{escaped(Role(role).label)}</span>'
    linked = f'<a href="{escaped(shown.address)}">{name}</a>' if shown.address else name
    return f'<li class="card row row-apart"><span>{linked}</span> {badge}</li>'
