"""BoardGameGeek: its list of plays as XML."""

import io
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from games.exchange.formats.bounds import LARGEST_FILE, MOST_GAMES, MOST_SEATS, day, short, whole
from games.exchange.formats.records import (
    Finding,
    GameRecord,
    Record,
    SeatRecord,
    Skipped,
    Unreadable,
    UnreadableFileError,
    places_of,
)
from games.systems import system_of
from games.systems.bgg import system_by_number

SOURCE = "bgg"
# Of one play; a list without an end would otherwise be in memory all at once.
MOST_ELEMENTS = 1_000


def read(content: bytes) -> Iterator[Record]:
    """Play by play: each is forgotten when the next one begins."""
    if len(content) > LARGEST_FILE:
        raise UnreadableFileError("file_too_large", megabytes=LARGEST_FILE // 1_000_000)
    for number, play in enumerate(_plays(content), start=1):
        if number > MOST_GAMES:
            raise UnreadableFileError("too_many_games", most=MOST_GAMES)
        yield from _records(str(number), play)


def _plays(content: bytes) -> Iterator[Element]:
    root: Element | None = None
    depth = inside = 0
    try:
        for event, element in iterparse(io.BytesIO(content), events=("start", "end"), forbid_dtd=True):
            if event == "start":
                root = element if root is None else root
                depth += 1
                inside += 1
                if root.tag != "plays" or inside > MOST_ELEMENTS:
                    raise UnreadableFileError("not_bgg")
                continue
            depth -= 1
            if depth == 1 and root is not None:
                if element.tag == "play":
                    yield element
                root.clear()
                inside = 0
    except (ParseError, DefusedXmlException, ValueError, RecursionError):
        raise UnreadableFileError("not_xml") from None


def _records(where: str, play: Element) -> Iterator[Record]:
    item = play.find("item")
    system = system_by_number(whole(item.get("objectid")) or 0) if item is not None else None
    if system is None or item is None:
        name = short(item.get("name"), 80) if item is not None else ""
        yield Skipped(where, Finding("another_game", {"name": name}))
        return
    if play.get("incomplete") == "1":
        yield Skipped(where, Finding("incomplete_there"))
        return
    if (whole(play.get("quantity")) or 1) != 1:
        # Several plays in one line have one result at most: which game it was is not to be known.
        yield Unreadable(where, Finding("several_at_once"))
        return
    played_on = day(play.get("date"))
    if played_on is None:
        yield Unreadable(where, Finding("no_date"))
        return
    players = play.findall("players/player")
    if not 1 <= len(players) <= MOST_SEATS:
        yield Unreadable(where, Finding("no_players"))
        return
    totals = [whole(player.get("score")) for player in players]
    if any(total is None for total in totals):
        yield Unreadable(where, Finding("no_scores"))
        return
    minutes = whole(play.get("length"))
    yield GameRecord(
        where=where,
        source=f"{SOURCE}:{short(play.get('id'), 40)}" if play.get("id") else "",
        system=system,
        played_on=played_on,
        duration_minutes=minutes if minutes and 0 < minutes <= 24 * 60 else None,
        place=short(play.get("location"), 80),
        notes=short(play.findtext("comments")),
        seats=_seats(system, players, [total or 0 for total in totals]),
    )


def _seats(system: str, players: list[Any], totals: list[int]) -> tuple[SeatRecord, ...]:
    places = places_of(totals, winners=[player.get("win") == "1" for player in players])
    positions = [whole(player.get("startposition")) for player in players]
    known = sorted(position or 0 for position in positions) == list(range(1, len(players) + 1))
    bots = system_of(system).file_names.bots
    seats = []
    for player, total, place, position in zip(players, totals, places, positions, strict=True):
        name = short(player.get("name"), 80) or short(player.get("username"), 80)
        seats.append(
            SeatRecord(
                name=name,
                source_id=short(player.get("username"), 60),
                is_bot=name.lower() in bots,
                # People write the clan where the game asks for a colour or team.
                dimension=short(player.get("color"), 40),
                position=position if known else None,
                total=total,
                place=place,
            )
        )
    return tuple(seats)
