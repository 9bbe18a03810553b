"""BG Stats: its export file (versions 4 to 6) in and out, and its link that creates one play."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from games.exchange.formats.bgstats_sheet import sheet_text, vp_by_player
from games.exchange.formats.bounds import (
    MOST_GAMES,
    MOST_SEATS,
    day,
    has_time,
    point_in_time,
    short,
    whole,
)
from games.exchange.formats.json_stream import LIST, items_of
from games.exchange.formats.records import (
    Finding,
    GameRecord,
    Record,
    SeatRecord,
    Skipped,
    Unreadable,
    UnreadableFileError,
    contradicts,
    places_of,
)
from games.systems import system_of
from games.systems.bgg import entry_of, system_by_number

SOURCE = "bgstats"
Named = dict[int | str, dict[str, Any]]
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="


def read(content: bytes) -> Iterator[Record]:
    """Every play of the file. It is read twice: plays may stand before the names they refer to, and a file that is cut
    off is noticed before its first play is taken.
    """
    games, players, places = _names(content)
    plays = (item for name, item in items_of(content) if name == "plays" and item is not LIST)
    for number, play in enumerate(plays, start=1):
        where = str(number)
        if isinstance(play, dict):
            yield _record(where, play, games, players, places)
        else:
            yield Unreadable(where, Finding("not_a_game"))


def _names(content: bytes) -> tuple[Named, Named, dict[int | str, str]]:
    """Games, players and places by the numbers plays refer to them; each list may be missing, but not the plays."""
    lists: dict[str, Named] = {"games": {}, "players": {}, "locations": {}}
    counts: Counter[str] = Counter()
    for name, item in items_of(content):
        # The beginning of a list counts as one.
        counts[name] += 1
        if counts[name] > MOST_GAMES + 1:
            raise UnreadableFileError("too_many_games", most=MOST_GAMES)
        if name in lists and isinstance(item, dict) and isinstance(item.get("id"), int | str):
            lists[name][item["id"]] = {key: item[key] for key in ("name", "uuid", "bggId") if key in item}
    if not counts["plays"]:
        raise UnreadableFileError("not_bgstats")
    places = {key: short(location.get("name"), 80) for key, location in lists["locations"].items()}
    return lists["games"], lists["players"], places


def _record(
    where: str,
    play: dict[str, Any],
    games: Mapping[Any, dict[str, Any]],
    players: Mapping[Any, dict[str, Any]],
    locations: Mapping[Any, str],
) -> Record:
    game = games.get(_reference(play.get("gameRefId")), {})
    system = system_by_number(whole(game.get("bggId")) or 0)
    if system is None:
        return Skipped(where, Finding("another_game", {"name": short(game.get("name"), 80)}))
    if play.get("ignored") is True:
        return Skipped(where, Finding("ignored_there"))
    played_on = day(play.get("playDate"))
    if played_on is None:
        return Unreadable(where, Finding("no_date"))
    listed = play.get("playerScores")
    scores = [score for score in listed if isinstance(score, dict)] if isinstance(listed, list) else []
    if not 1 <= len(scores) <= MOST_SEATS:
        return Unreadable(where, Finding("no_players"))
    totals = [whole(score.get("score")) for score in scores]
    if any(total is None for total in totals):
        return Unreadable(where, Finding("no_scores"))
    moment = point_in_time(play.get("playDate"))
    sheets = vp_by_player(system, play)
    seats = _seats(system, scores, [total or 0 for total in totals], players, sheets)
    return GameRecord(
        where=where,
        source=f"{SOURCE}:{short(play.get('uuid'), 60)}" if play.get("uuid") else "",
        system=system,
        played_on=played_on,
        finished_at=_in_utc(moment) if moment and has_time(moment) else None,
        duration_minutes=_minutes(play.get("durationMin")),
        place=locations.get(_reference(play.get("locationRefId")), ""),
        notes=short(play.get("comments")),
        seats=seats,
        findings=(
            *_contradictions(seats),
            *_misplaced([total or 0 for total in totals], [whole(score.get("rank")) for score in scores]),
        ),
    )


def _seats(
    system: str,
    scores: Sequence[Mapping[str, Any]],
    totals: Sequence[int],
    players: Mapping[Any, dict[str, Any]],
    sheets: Mapping[str, dict[str, int]],
) -> tuple[SeatRecord, ...]:
    places = places_of(
        totals,
        ranks=[whole(score.get("rank")) for score in scores],
        winners=[score.get("winner") is True for score in scores],
    )
    orders = [whole(score.get("seatOrder")) or None for score in scores]
    complete = len(set(orders)) == len(orders) and None not in orders
    bots = system_of(system).file_names.bots
    seats = []
    for score, total, place, order in zip(scores, totals, places, orders, strict=True):
        player = players.get(_reference(score.get("playerRefId")), {})
        uuid = short(player.get("uuid"), 60)
        name = short(player.get("name"), 80) or short(score.get("anonymousName"), 80)
        seats.append(
            SeatRecord(
                name=name,
                source_id=uuid,
                is_bot=name.lower() in bots,
                dimension=short(score.get("role"), 40),
                position=order if complete else None,
                total=total,
                place=place,
                lines=sheets.get(uuid) or None,
            )
        )
    return tuple(seats)


def _reference(value: Any) -> int | str | None:
    """What a list of the file is referred to by; anything else refers to nothing."""
    return value if isinstance(value, int | str) else None


def _contradictions(seats: Sequence[SeatRecord]) -> Iterator[Finding]:
    for index, seat in enumerate(seats):
        if seat.lines is not None and sum(seat.lines.values()) != seat.total:
            yield Finding(
                "total_differs", {"seat": index, "total": seat.total, "sum": sum(seat.lines.values())}
            )


def _misplaced(totals: Sequence[int], ranks: Sequence[int | None]) -> Iterator[Finding]:
    if contradicts(totals, ranks):
        yield Finding("places_contradict")


def _minutes(value: Any) -> int | None:
    minutes = whole(value)
    return minutes if minutes and 0 < minutes <= 24 * 60 else None


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


# Out


def write(games: Iterable[GameRecord]) -> bytes:
    """An export file that BG Stats, and we, can read."""
    players: dict[str, dict[str, Any]] = {}
    systems: dict[str, dict[str, Any]] = {}
    locations: dict[str, dict[str, Any]] = {}
    plays = []
    for game in games:
        known = systems.setdefault(game.system, _game(game.system, len(systems) + 1))
        for seat in game.seats:
            players.setdefault(_player_key(seat), _player(seat, len(players) + 1))
        play = _play(game, known["id"], players)
        if game.place:
            place = locations.setdefault(
                game.place,
                {"id": len(locations) + 1, "name": game.place, "uuid": _uuid("location", game.place)},
            )
            play["locationRefId"] = place["id"]
        plays.append(play)
    export = {
        "games": list(systems.values()),
        "players": list(players.values()),
        "locations": list(locations.values()),
        "plays": plays,
        "userInfo": {"exportVersion": 6},
    }
    return json.dumps(export, ensure_ascii=False, indent=1).encode()


def create_play_link(game: GameRecord, *, source_name: str) -> str:
    """The address that offers this game to BG Stats. Every boolean is there: it refuses a play without."""
    first = min((seat.position for seat in game.seats if seat.position), default=None)
    bgg = entry_of(game.system)
    data: dict[str, Any] = {
        "sourceName": source_name,
        "sourcePlayId": game.source,
        "playDate": _play_date(game),
        "game": {
            "name": bgg.name,
            "sourceGameId": game.system,
            "bggId": bgg.number,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "sourcePlayerId": _player_key(seat),
                "name": seat.name,
                "role": seat.dimension,
                "score": seat.total,
                "rank": seat.place,
                "winner": seat.place == 1,
                "startPlayer": first is not None and seat.position == first,
            }
            for seat in game.seats
        ],
    }
    if game.duration_minutes:
        data["durationMin"] = game.duration_minutes
    if game.place:
        data["location"] = game.place
    return CREATE_PLAY + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def _play(game: GameRecord, game_id: int, players: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    lines = {players[_player_key(seat)]["uuid"]: seat.lines for seat in game.seats if seat.lines}
    play: dict[str, Any] = {
        "uuid": _uuid("play", game.source),
        "playDate": _play_date(game),
        "gameRefId": game_id,
        "durationMin": game.duration_minutes or 0,
        "ignored": False,
        "usesTeams": False,
        "manualWinner": False,
        "rounds": 0,
        "comments": game.notes,
        "playerScores": [
            {
                "playerRefId": players[_player_key(seat)]["id"],
                "score": str(seat.total),
                "winner": seat.place == 1,
                "newPlayer": False,
                "startPlayer": seat.position == 1,
                "rank": seat.place,
                "seatOrder": seat.position or 0,
                "role": seat.dimension,
            }
            for seat in game.seats
        ],
    }
    if lines:
        play["scoreSheet"] = sheet_text(game.system, lines)
    return play


def _game(system: str, number: int) -> dict[str, Any]:
    bgg = entry_of(system)
    return {
        "id": number,
        "uuid": _uuid("game", system),
        "name": bgg.name,
        "bggId": bgg.number,
        "bggName": bgg.name,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }


def _player(seat: SeatRecord, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": seat.source_id if len(seat.source_id) == 36 else _uuid("player", _player_key(seat)),
        "name": seat.name,
        "isAnonymous": False,
    }


def _player_key(seat: SeatRecord) -> str:
    return seat.source_id or f"name:{seat.name}"


def _uuid(kind: str, key: str) -> str:
    """The same thing has the same number in every export, so that importing twice adds nothing."""
    return str(uuid5(NAMESPACE_URL, f"caledonia/{kind}/{key}"))


def _play_date(game: GameRecord) -> str:
    moment = game.finished_at or datetime.combine(game.played_on, time(0), tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
