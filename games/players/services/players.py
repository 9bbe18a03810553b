"""Give a new account the player others will know it by; say under which name, and to whom, one appears."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from caledonia_site.common.permissions import require
from games.players.actors import Actor, signed_in
from games.players.models import PageVisibility, Player, User
from games.players.names import tidy


class PlayerNameError(ValidationError):
    """The name cannot stand on a score sheet; the message says why."""


def usable_player_name(name: str) -> str:
    """The name as it will be shown, or an error that says what is wrong with it."""
    name = tidy(name)
    if not name:
        raise PlayerNameError(_("Please enter the name others will see."), code="empty")
    if len(name) > (longest := Player._meta.get_field("name").max_length or 0):
        raise PlayerNameError(
            _("This name is too long: %(longest)s characters at most."),
            code="too_long",
            params={"longest": longest},
        )
    if "@" in name:
        # People put their address where a form asks who they are, and everyone would see it.
        raise PlayerNameError(
            _("Others will see this name: please do not use an e-mail address."), code="address"
        )
    return name


@transaction.atomic
def create_account_player(*, account: User, name: str, visibility: str = PageVisibility.PUBLIC) -> Player:
    return Player.objects.create(account=account, name=usable_player_name(name), visibility=visibility)


@transaction.atomic
def choose_name(*, actor: Actor, name: str, visibility: str) -> Player:
    """Change one's own player; an account that has none yet (made on the command line) gets one."""
    account = signed_in(actor)
    player = Player.objects.select_for_update(no_key=True).filter(account=account).first()
    if player is None:
        player = create_account_player(account=account, name=name)
    require(actor, "players.edit_player", player)
    player.name = usable_player_name(name)
    player.visibility = visibility
    player.save(update_fields=["name", "name_key", "visibility"])
    return player
