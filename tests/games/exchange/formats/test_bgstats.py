"""BG Stats files as they are found, with what may be missing or odd in them."""

import json
from datetime import UTC, date, datetime
from urllib.parse import unquote

import pytest

from games.exchange.formats.bgstats import CREATE_PLAY, create_play_link, read
from games.exchange.formats.records import Finding, GameRecord, Skipped, Unreadable, UnreadableFileError

GAMES = [
    {"id": 7, "name": "Clans of Caledonia", "bggId": 216132},
    {"id": 8, "name": "Go", "bggId": 188},
    {"id": 9, "name": "Glen More II", "bggId": "265188"},
]
PLAYERS = [{"id": 1, "uuid": "u-ailsa", "name": "Ailsa"}, {"id": 2, "uuid": "u-rory", "name": "Rory"}]


def score(player, points, **more):
    return {"playerRefId": player, "score": points, "winner": False, "rank": 0, "seatOrder": 0} | more


def play(**changes):
    return {
        "uuid": "p-1",
        "gameRefId": 7,
        "playDate": "2026-05-02 19:30:00",
        "playerScores": [score(1, "120", winner=True), score(2, "110")],
    } | changes


def only(*plays, **lists):
    export = {"games": GAMES, "players": PLAYERS, "plays": list(plays)} | lists
    records = list(read(json.dumps(export).encode()))
    return records[0] if len(records) == 1 else records


def test_a_play_with_totals():
    game = only(play(durationMin=95, comments="Close", locationRefId=3), locations=[{"id": 3, "name": "Pub"}])
    assert isinstance(game, GameRecord)
    assert (game.source, game.system) == ("bgstats:p-1", "clans_of_caledonia")
    assert game.finished_at == datetime(2026, 5, 2, 19, 30, tzinfo=UTC)
    assert (game.played_on, game.duration_minutes, game.place, game.notes) == (
        date(2026, 5, 2), 95, "Pub", "Close",
    )  # fmt: skip
    assert [(seat.name, seat.total, seat.place, seat.position) for seat in game.seats] == [
        ("Ailsa", 120, 1, None),
        ("Rory", 110, 2, None),
    ]


def test_midnight_means_that_only_the_day_is_known():
    assert only(play(playDate="2026-05-02 00:00:00")).finished_at is None


def test_numbers_of_games_may_be_texts():
    assert only(play(gameRefId=9)).system == "glen_more_2"


def test_seats_are_known_when_all_are():
    both = only(play(playerScores=[score(1, "9", seatOrder=2), score(2, "8", seatOrder=1)]))
    assert [seat.position for seat in both.seats] == [2, 1]
    one_only = only(play(playerScores=[score(1, "9", seatOrder=2), score(2, "8")]))
    assert [seat.position for seat in one_only.seats] == [None, None]


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ([score(1, "100", winner=True), score(2, "100")], [1, 2]),
        ([score(1, "100"), score(2, "100")], [1, 1]),
        ([score(1, "90", rank=1), score(2, "100", rank=2)], [2, 1]),
        ([score(1, "100", rank=1), score(2, "100", rank=2)], [1, 2]),
        ([score(1, "10+20"), score(2, 31)], [2, 1]),
    ],
    ids=["winner breaks the tie", "tie", "ranks that contradict", "ranks", "sums"],
)
def test_places(scores, places):
    assert [seat.place for seat in only(play(playerScores=scores)).seats] == places


@pytest.mark.parametrize(
    "sheet",
    [
        {"groups": [{"rows": [{"id": "glory", "scores": {"u-ailsa": 45, "u-rory": "40"}}]}]},
        {"rounds": [{"name": "Glory", "scores": {"u-ailsa": "45", "u-rory": 40}}]},
        {"groups": [{"rows": [{"key": "glory", "values": [
            {"playerUuid": "u-ailsa", "score": "45"}, {"playerUuid": "u-rory", "score": "40"}]}]}]},
    ],
    ids=["groups", "rounds", "listed"],
)  # fmt: skip
def test_score_sheets_of_all_versions(sheet):
    scores = [score(1, "45"), score(2, "40")]
    game = only(play(playerScores=scores, scoreSheet=json.dumps(sheet)))
    assert [seat.lines for seat in game.seats] == [{"glory": 45}, {"glory": 40}]
    assert game.findings == ()


def test_a_sheet_that_does_not_add_up_is_flagged_not_altered():
    sheet = {"groups": [{"rows": [{"id": "glory", "scores": {"u-ailsa": 45, "u-rory": 40}}]}]}
    game = only(play(scoreSheet=json.dumps(sheet)))
    assert [seat.total for seat in game.seats] == [120, 110]
    assert game.findings[0] == Finding("total_differs", {"seat": 0, "total": 120, "sum": 45})


@pytest.mark.parametrize(
    ("changes", "kind", "code"),
    [
        ({"gameRefId": 8}, Skipped, "another_game"),
        ({"ignored": True}, Skipped, "ignored_there"),
        ({"playDate": "once upon a time"}, Unreadable, "no_date"),
        ({"playDate": "1066-10-14 00:00:00"}, Unreadable, "no_date"),
        ({"playerScores": []}, Unreadable, "no_players"),
        ({"playerScores": True}, Unreadable, "no_players"),
        ({"gameRefId": []}, Skipped, "another_game"),
        ({"playerScores": [score(1, None)]}, Unreadable, "no_scores"),
        ({"playerScores": [score(1, "lots")]}, Unreadable, "no_scores"),
    ],
)
def test_what_is_no_game_of_ours_says_why(changes, kind, code):
    record = only(play(**changes))
    assert isinstance(record, kind)
    assert record.reason.code == code


def test_lists_may_be_missing():
    assert list(read(b'{"plays": []}')) == []
    (alone,) = read(json.dumps({"plays": [play()]}).encode())
    assert alone == Skipped("1", Finding("another_game", {"name": ""}))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b"{", "not_json"),
        (b"\xff\xfe\x00", "wrong_encoding"),
        (b"[]", "not_bgstats"),
        (b'{"plays": {}}', "not_bgstats"),
        (b"[" * 100_000, "too_deep"),
    ],
)
def test_files_that_are_none(content, code):
    with pytest.raises(UnreadableFileError) as refused:
        list(read(content))
    assert refused.value.finding.code == code


def test_the_link_that_creates_a_play_says_every_boolean(record):
    link = create_play_link(record, source_name="Caledonia")
    data = json.loads(unquote(link.removeprefix(CREATE_PLAY)))
    assert data["playDate"] == "2026-05-02 20:15:00"
    assert data["game"] == {
        "name": "Clans of Caledonia", "sourceGameId": "clans_of_caledonia", "bggId": 216132,
        "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert data["players"][0] == {
        "sourcePlayerId": "id-ailsa", "name": "Ailsa", "role": "campbell", "score": 84, "rank": 1,
        "winner": True, "startPlayer": True,
    }  # fmt: skip
    assert [(seat["winner"], seat["startPlayer"]) for seat in data["players"]] == [
        (True, True),
        (False, False),
    ]
