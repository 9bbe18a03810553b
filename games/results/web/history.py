"""Who changed which cell of a game from what to what."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from caledonia_site.common.permissions import may
from games.players.models import Player, User
from games.players.models.player import ShownPlayer
from games.players.viewers import Viewer
from games.results.enums import VerdictMeans
from games.results.models import Game, GameAuditRecord, SheetVersion, Verdict
from games.results.selectors.games import reads_every_name
from games.results.selectors.history import (
    BY_LINK,
    CellChange,
    Devices,
    VersionChanges,
    audit_records_of,
    changes_between,
    devices_of,
    history_of,
    verdicts_of,
)
from games.results.web.access import find_game
from games.results.web.cells import BLANK, Change, change_in_words
from games.results.web.game import Dispute, describe_disputes
from games.results.web.proofs import may_correct_here, may_see_history_here
from games.results.web.seats import columns_of

_PERSON = re.compile(r"people\[(\d+)\]\.(player|name)$")
# The sheet may repeat the typed name, which only the list of people shows as each viewer may know it.
_NAME_ON_SHEET = re.compile(r"seats\[\d+\]\.player$")
People = Mapping[str, ShownPlayer]


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A version of the sheet, an audit record, or what somebody said of the result. `agreed` are those who
    confirmed that version by entering it; `differs`: the game says something else now.
    """

    at: datetime
    author: ShownPlayer | None
    version: SheetVersion | None = None
    comment: str = ""
    changes: tuple[Change, ...] = ()
    is_current: bool = False
    differs: bool = False
    agreed: tuple[ShownPlayer, ...] = ()
    record: GameAuditRecord | None = None
    given: "ShownVerdict | None" = None


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """How somebody spoke. `shown_by` is who handed out the link or code, None for a browser without an account;
    `freed` whose seat was freed.
    """

    verdict: Verdict
    freed: ShownPlayer | None
    device: str
    shown_by: ShownPlayer | None
    by_link: bool
    objections: tuple[Dispute, ...]


def history(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    if not may_see_history_here(request, game):
        raise PermissionDenied
    corrects = may_correct_here(request, game)
    concerned = corrects or may(request.user, "games.see_objections", game)
    context = {
        "game": game,
        "history": _items(game, request.user, sees_objections=concerned),
        "may_undo": corrects,
    }
    return render(request, "results/life/history.html", context)


def _items(game: Game, viewer: Viewer, *, sees_objections: bool) -> list[HistoryItem]:
    """Newest first."""
    steps, records, verdicts = history_of(game), audit_records_of(game), verdicts_of(game)
    versions = [step.version for step in steps]
    accounts = [version.author for version in versions] + [record.account for record in records]
    accounts += [account for verdict in verdicts for account in (verdict.account, verdict.shown_by)]
    spoke = [verdict.player.public_id for verdict in verdicts if verdict.player]
    people = _people(game, versions, accounts, viewer, spoke)
    names = [column.name for column in columns_of(game)]
    reads_everything = reads_every_name(game)
    items = []
    for position, step in enumerate(steps):
        earlier = steps[position + 1].version if position + 1 < len(steps) else None
        changes = [
            *_moves(earlier, step, people, reads_everything=reads_everything),
            *(
                change_in_words(game.system, change, names)
                for change in step.changes
                if not _is_about_people(change)
            ),
        ]
        items.append(
            HistoryItem(
                at=step.version.created_at,
                author=_shown(step.version.author, people),
                version=step.version,
                comment=step.comment,
                changes=tuple(changes),
                is_current=step.version.number == game.version,
                differs=any(changes_between(step.version, versions[0])),
                agreed=tuple(
                    _speaker(verdict, people)
                    for verdict in verdicts
                    if verdict.means == VerdictMeans.ENTRY and verdict.version == step.version.number
                ),
            )
        )
    items += [
        HistoryItem(at=record.at, author=_shown(record.account, people), record=record) for record in records
    ]
    devices = devices_of(versions, verdicts)
    items += [
        _verdict_item(game, verdict, people, devices, sees_objections=sees_objections)
        for verdict in verdicts
        if verdict.means != VerdictMeans.ENTRY
    ]
    return sorted(items, key=lambda item: item.at, reverse=True)


def _verdict_item(
    game: Game, verdict: Verdict, people: People, devices: Devices, *, sees_objections: bool
) -> HistoryItem:
    speaker, is_freed = _speaker(verdict, people), verdict.means == VerdictMeans.FREED
    given = ShownVerdict(
        verdict=verdict,
        freed=speaker if is_freed else None,
        device=_device(verdict.device, devices),
        shown_by=_shown(verdict.shown_by, people),
        by_link=verdict.means in BY_LINK,
        objections=describe_disputes(game, [verdict]) if sees_objections else (),
    )
    author = _shown(verdict.account, people) if is_freed else speaker
    return HistoryItem(at=verdict.given_at, author=author, given=given)


def _speaker(verdict: Verdict, people: People) -> ShownPlayer:
    if verdict.player:
        return people.get(verdict.player.public_id) or ShownPlayer.nameless()
    return ShownPlayer(name=verdict.name or _("Seat %(number)s") % {"number": verdict.index + 1})


def _device(device: str, devices: Devices) -> str:
    if device in devices.entered:
        return _("on a phone the game was entered on")
    if number := devices.numbers.get(device):
        return _("on phone %(number)s") % {"number": number}
    return ""


def _shown(account: User | None, people: People) -> ShownPlayer | None:
    player = account.player_or_none if account else None
    return people.get(player.public_id) if player else None


def _people(
    game: Game,
    versions: list[SheetVersion],
    accounts: list[User | None],
    viewer: Viewer,
    spoke: Iterable[str],
) -> People:
    """Everyone the history names, as the viewer may see them, in one query; who sits at the table now, as the game
    shows them.
    """
    ids = {person["player"] for version in versions for person in version.facts["people"] if person["player"]}
    ids |= set(spoke)
    ids |= {account.player.public_id for account in accounts if account and account.player_or_none}
    players = Player.with_merged.shown_to(viewer).filter(public_id__in=ids)
    seated = {seat.player.public_id: seat.shown for seat in game.seats.all() if seat.player and seat.shown}
    return {player.public_id: player.shown for player in players} | seated


def _is_about_people(change: CellChange) -> bool:
    return bool(_PERSON.match(change.path) or _NAME_ON_SHEET.match(change.path))


def _moves(
    earlier: SheetVersion | None, step: VersionChanges, people: People, *, reads_everything: bool
) -> Iterator[Change]:
    """Seats that changed hands; names come from the players as they are, never from the old text. A name that was
    typed may be that of somebody who sits there as a player now.
    """
    if earlier is None:
        return
    before, after = earlier.facts["people"], step.version.facts["people"]
    for index in step.moved:
        old = before[index] if index < len(before) else None
        new = after[index] if index < len(after) else None
        where = _("Seat %(number)s") % {"number": index + 1}
        yield Change(
            where,
            _person(old, people, reads_everything=reads_everything),
            _person(new, people, reads_everything=reads_everything),
        )


def _person(person: Mapping[str, Any] | None, people: People, *, reads_everything: bool) -> str:
    if person is None:
        return BLANK
    if person["player"]:
        shown = people.get(person["player"]) or ShownPlayer.nameless()
        return shown.name
    if person["name"] and not reads_everything:
        return ShownPlayer.nameless().name
    return person["name"] or BLANK
