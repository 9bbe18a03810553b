"""Say whom or what a name of a file means, for this import and the next ones."""

from django.db import transaction

from caledonia_site.common.errors import NotAllowedError
from games.clubs.models import Membership, PlayerAlias
from games.exchange.enums import NameKind, UnknownNames
from games.exchange.models import DimensionAlias, ImportBatch, ImportName
from games.exchange.services.errors import NotReadyError
from games.exchange.services.stopping import lock_import
from games.players.actors import Actor
from games.players.models import Player
from scoring import registry


@transaction.atomic
def choose_player(*, actor: Actor, name: ImportName, player: Player | None) -> None:
    """A member of the club, or nobody we know. The spelling is remembered in the club; outside clubs people can only
    say which name is theirs.
    """
    batch = _ready(actor, name.batch_id)
    if player is not None and batch.club is None:
        if player.account_id != batch.account_id:
            raise NotAllowedError
    elif player is not None:
        if not Membership.objects.filter(club=batch.club, player=player).exists():
            raise NotAllowedError
        if player.name_key != name.spelling_key:
            PlayerAlias.objects.update_or_create(
                club=batch.club, spelling_key=name.spelling_key,
                defaults={"player": player, "spelling": name.spelling},
            )  # fmt: skip
    name.player = player
    name.save(update_fields=["player"])


@transaction.atomic
def choose_dimension(*, actor: Actor, name: ImportName, dimension: str) -> None:
    """A clan of the game, or "" for none. Remembered for the person who imports."""
    batch = _ready(actor, name.batch_id)
    description = registry.get(name.system).description
    field = next(one for one in description.seat if one.key == description.dimension)
    if name.kind != NameKind.DIMENSION or (dimension and dimension not in field.choices):
        raise NotAllowedError
    if dimension:
        DimensionAlias.objects.update_or_create(
            account=batch.account, system=name.system, spelling_key=name.spelling_key,
            defaults={"dimension": dimension},
        )  # fmt: skip
    name.dimension = dimension
    name.save(update_fields=["dimension"])


@transaction.atomic
def choose_unknown_names(*, actor: Actor, batch: ImportBatch, unknown_names: UnknownNames) -> None:
    """What becomes of everybody who is matched with nobody when the games are imported."""
    batch = _ready(actor, batch.pk)
    batch.unknown_names = unknown_names if batch.club_id else UnknownNames.NAMES
    batch.save(update_fields=["unknown_names"])


def _ready(actor: Actor, pk: int) -> ImportBatch:
    batch = lock_import(actor, pk)
    if not batch.may_run:
        raise NotReadyError
    return batch
