"""Say whom or what a name of a file means, for this import and the next ones."""

from django.db import transaction

from caledonia_site.common.errors import NotAllowedError
from games.clubs.models import Membership, PlayerAlias
from games.exchange.enums import ImportState, NameKind
from games.exchange.models import DimensionAlias, ImportBatch, ImportName
from games.exchange.services.errors import NotReadyError
from games.players.models import Player
from scoring import registry


@transaction.atomic
def choose_player(*, name: ImportName, player: Player | None) -> None:
    """A member of the club, or nobody we know. The spelling is remembered in the club."""
    batch = _ready(name)
    if player is not None:
        if batch.club is None or not Membership.objects.filter(club=batch.club, player=player).exists():
            raise NotAllowedError
        if player.name_key != name.spelling_key:
            PlayerAlias.objects.update_or_create(
                club=batch.club, spelling_key=name.spelling_key,
                defaults={"player": player, "spelling": name.spelling},
            )  # fmt: skip
    name.player = player
    name.save(update_fields=["player"])


@transaction.atomic
def choose_dimension(*, name: ImportName, dimension: str) -> None:
    """A clan of the game, or "" for none. Remembered for the person who imports."""
    batch = _ready(name)
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


def _ready(name: ImportName) -> ImportBatch:
    batch = ImportBatch.objects.select_for_update(of=("self",)).get(pk=name.batch_id)
    if batch.state not in {ImportState.READY, ImportState.CANCELLED}:
        raise NotReadyError
    return batch
