"""Who changed which cell of a game from what to what."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.models import Game, GameEvent, SheetVersion
from games.players.models import Player, User
from games.players.models.player import ShownPlayer
from games.selectors.history import CellChange, events_of, history_of
from games.web.life.access import find_game
from games.web.life.cells import BLANK, cell_content, place_of
from games.web.life.columns import columns_of
from games.web.sheet.entry import may_correct_here, may_see_history_here

_PERSON = re.compile(r"people\[(\d+)\]\.(player|name)$")
# The sheet may repeat the typed name, which only the list of people shows as each viewer may know it.
_NAME_ON_SHEET = re.compile(r"seats\[\d+\]\.player$")

People = Mapping[str, ShownPlayer]


@dataclass(frozen=True, slots=True)
class Change:
    where: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A version of the sheet, or else an event."""

    at: datetime
    author: ShownPlayer | None
    version: SheetVersion | None = None
    changes: tuple[Change, ...] = ()
    is_current: bool = False
    event: GameEvent | None = None


def history(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    if not may_see_history_here(request, game):
        raise PermissionDenied
    context = {
        "game": game,
        "entries": _entries(game, request.user),
        "may_undo": may_correct_here(request, game),
    }
    return render(request, "games/life/history.html", context)


def _entries(game: Game, viewer: Any) -> list[HistoryEntry]:
    """Newest first."""
    told, events = history_of(game), events_of(game)
    accounts = [step.version.author for step in told] + [event.account for event in events]
    people = _people([step.version for step in told], accounts, viewer)
    names = [column.name for column in columns_of(game)]
    entries = []
    for position, step in enumerate(told):
        earlier = told[position + 1].version if position + 1 < len(told) else None
        changes = [
            *_moves(earlier, step.version, people),
            *(_change(game.system, change, names) for change in step.changes if not _is_about_people(change)),
        ]
        entries.append(
            HistoryEntry(
                at=step.version.created_at,
                author=_shown(step.version.author, people),
                version=step.version,
                changes=tuple(changes),
                is_current=step.version.number == game.version,
            )
        )
    entries += [
        HistoryEntry(at=event.at, author=_shown(event.account, people), event=event) for event in events
    ]
    return sorted(entries, key=lambda entry: entry.at, reverse=True)


def _shown(account: User | None, people: People) -> ShownPlayer | None:
    player = account.player_or_none if account else None
    return people.get(player.public_id) if player else None


def _people(versions: list[SheetVersion], accounts: list[User | None], viewer: Any) -> People:
    """Everyone the history names, as the viewer may see them, in one query."""
    ids = {person["player"] for version in versions for person in version.facts["people"] if person["player"]}
    ids |= {account.player.public_id for account in accounts if account and account.player_or_none}
    players = Player.with_merged.shown_to(viewer).filter(public_id__in=ids)
    return {player.public_id: player.shown for player in players}


def _is_about_people(change: CellChange) -> bool:
    return bool(_PERSON.match(change.path) or _NAME_ON_SHEET.match(change.path))


def _moves(earlier: SheetVersion | None, later: SheetVersion, people: People) -> Iterator[Change]:
    """Seats that changed hands; names come from the players as they are, never from the old text."""
    if earlier is None:
        return
    before, after = earlier.facts["people"], later.facts["people"]
    for index in range(max(len(before), len(after))):
        old = before[index] if index < len(before) else None
        new = after[index] if index < len(after) else None
        if old == new or (old and new and old["player"] and old["player"] == new["player"]):
            continue
        where = _("Seat %(number)s") % {"number": index + 1}
        yield Change(where, _person(old, people), _person(new, people))


def _person(person: Mapping[str, Any] | None, people: People) -> str:
    if person is None:
        return BLANK
    if person["player"]:
        shown = people.get(person["player"]) or ShownPlayer.nameless()
        return shown.name
    return person["name"] or BLANK


def _change(system: str, change: CellChange, names: list[str]) -> Change:
    return Change(
        place_of(system, change.path, names),
        cell_content(system, change.path, change.before),
        cell_content(system, change.path, change.after),
    )
