"""Players by account, by what stands in an address, and by number for pages that list people; and the browsers
somebody is signed in with.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.players.actors import Actor, signed_in
from games.players.models import Player, User
from games.players.models.player import ShownPlayer, shown_as
from games.players.viewers import Viewer, is_stranger


class NoPlayerYetError(UserError):
    code = "no_player_yet"
    message = _("Choose the name others will see first.")


class ListedPlayer(NamedTuple):
    """`name` is for the tables they sat at with the viewer (`shown_at_table`); everywhere else it is `shown`'s."""

    shown: ShownPlayer
    account_id: int | None
    name: str

    @property
    def is_guest(self) -> bool:
        return self.account_id is None


def own_player(actor: Actor) -> Player:
    """Raises NotAllowedError for a visitor, NoPlayerYetError for an account without a player."""
    player = signed_in(actor).player_or_none
    if player is None:
        raise NoPlayerYetError
    return player


def player_at(key: str) -> Player | None:
    """The player whose id begins the key, or the one it was merged into."""
    public_id = key.partition("-")[0]
    player = Player.with_merged.filter(public_id=public_id).first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return player


def shown_players(
    numbers: Collection[int], *, viewer: Viewer, named: bool = False
) -> dict[int, ListedPlayer]:
    """By row number, merged ones too, as the viewer may see them; each number at most once. `named` as for `shown_to`.

    Without the model's own objects, which take three times as long: a page has a hundred people.
    """
    if not numbers:
        return {}
    rows: Iterable[Any] = _rows_for_visitors(numbers) if is_stranger(viewer) else _rows(numbers, viewer)
    return {
        number: ListedPlayer(
            shown_as(name, public_id, visibility, is_seen=is_shown, named=named), account, name
        )
        for number, name, public_id, account, visibility, is_shown in rows
    }


def _rows(numbers: Collection[int], viewer: Viewer) -> QuerySet[Any, Any]:
    # The types do not know what `shown_to` adds.
    columns = ("pk", "name", "public_id", "account_id", "visibility", "shown_to_viewer")
    return Player.with_merged.filter(pk__in=numbers).shown_to(viewer).order_by().values_list(*columns)


def _rows_for_visitors(numbers: Collection[int]) -> list[Any]:
    """A visitor is anybody, so that the statement is the same each time; to put it together takes longer than the
    answer.
    """
    statement, parameters = _statement_for_visitors(len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(statement, [*parameters, *numbers])
        return list(cursor.fetchall())


@lru_cache(maxsize=256)
def _statement_for_visitors(many: int) -> tuple[str, tuple[Any, ...]]:
    """The numbers of so many players come after the parameters."""
    stand_ins = tuple(range(many))
    statement, parameters = _rows(stand_ins, AnonymousUser()).query.sql_with_params()
    if parameters[-many:] != stand_ins:
        raise AssertionError("the players' numbers are not the last parameters")
    return statement, parameters[:-many]


def open_sessions_of(account: User) -> QuerySet[UserSession]:
    """Those still open, the one last seen first."""
    still_open = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=timezone.now())
    sessions: QuerySet[UserSession] = UserSession.objects.filter(Exists(still_open), user=account)
    return sessions.order_by("-last_seen_at", "-pk")
