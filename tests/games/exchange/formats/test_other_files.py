"""BoardGameGeek plays, tables people keep, and counts behind VP."""

import io
import zipfile

import pytest

from games.exchange.formats import bgg, jsonl, spreadsheet
from games.exchange.formats.bounds import whole
from games.exchange.formats.records import Finding, GameRecord, Skipped, Unreadable, UnreadableFileError
from games.systems.clans_of_caledonia.imports import possible_counts, recover_counts


def plays(inner):
    return f"<?xml version='1.0' encoding='utf-8'?><plays username='x' total='1'>{inner}</plays>".encode()


PLAY = """<play id="77" date="2026-05-02" quantity="1" length="120" incomplete="0" location="Pub">
<item name="Clans of Caledonia" objecttype="thing" objectid="216132"/><comments>Close</comments>
<players><player username="ailsa_m" name="Ailsa" startposition="2" color="Campbell" score="120" win="1"/>
<player username="" name="Rory" startposition="1" color="Stewart" score="110" win="0"/></players></play>"""


class TestBoardGameGeek:
    def test_a_play(self):
        (game,) = bgg.read(plays(PLAY))
        assert isinstance(game, GameRecord)
        assert (game.source, game.duration_minutes, game.place, game.notes) == ("bgg:77", 120, "Pub", "Close")
        seats = [
            (seat.name, seat.source_id, seat.dimension, seat.position, seat.total, seat.place)
            for seat in game.seats
        ]
        assert seats == [
            ("Ailsa", "ailsa_m", "Campbell", 2, 120, 1),
            ("Rory", "", "Stewart", 1, 110, 2),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("old", "new", "kind", "code"),
        [
            ('objectid="216132"', 'objectid="188"', Skipped, "another_game"),
            ('incomplete="0"', 'incomplete="1"', Skipped, "incomplete_there"),
            ('quantity="1"', 'quantity="3"', Unreadable, "several_at_once"),
            ('date="2026-05-02"', 'date="0000-00-00"', Unreadable, "no_date"),
            ('score="120"', 'score=""', Unreadable, "no_scores"),
        ],
    )
    def test_what_is_no_game_of_ours_says_why(self, old, new, kind, code):
        (record,) = bgg.read(plays(PLAY.replace(old, new)))
        assert isinstance(record, kind)
        assert record.reason.code == code

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"not xml", "not_xml"),
            (b"<html/>", "not_bgg"),
            (b'<!DOCTYPE a [<!ENTITY b "c">]><plays>&b;</plays>', "not_xml"),
            (b"<plays>" + b"<play>" * 5_000, "not_bgg"),
            (b"<plays><play>" + b"<x/>" * 5_000 + b"</play></plays>", "not_bgg"),
            (b"<plays><play/>", "not_xml"),
        ],
    )
    def test_files_that_are_none(self, content, code):
        with pytest.raises(UnreadableFileError) as refused:
            list(bgg.read(content))
        assert refused.value.finding.code == code


class TestTables:
    HEADER = "Game;System;Played on;Player;Clan;Total"

    def read(self, *rows, header=HEADER):
        return list(spreadsheet.read_csv("\n".join([header, *rows]).encode()))

    def test_a_small_table_as_people_keep_it(self):
        (game,) = self.read(
            "1;Clans of Caledonia;2026-05-02;Ailsa;Campbell;120",
            "1;Clans of Caledonia;2026-05-02;Rory;Stewart;130",
        )
        assert game.sheet is None
        assert [(seat.name, seat.dimension, seat.total, seat.place) for seat in game.seats] == [
            ("Ailsa", "Campbell", 120, 2),
            ("Rory", "Stewart", 130, 1),
        ]

    def test_rows_of_one_game_need_not_stand_together(self):
        games = self.read(
            "1;clans_of_caledonia;2026-05-02;Ailsa;;120",
            "2;clans_of_caledonia;2026-05-03;Ailsa;;99",
            "1;clans_of_caledonia;2026-05-02;Rory;;100",
        )
        # In the order in which they are complete.
        assert [(game.source, len(game.seats)) for game in games] == [("table:2", 1), ("table:1", 2)]

    @pytest.mark.parametrize(
        ("row", "code"),
        [
            (";clans_of_caledonia;2026-05-02;Ailsa;;1", "no_game_key"),
            ("1;chess;2026-05-02;Ailsa;;1", "unknown_system"),
            ("1;clans_of_caledonia;today;Ailsa;;1", "no_date"),
            ("1;clans_of_caledonia;2026-05-02;Ailsa;;many", "no_scores"),
        ],
    )
    def test_rows_that_are_no_game_say_why(self, row, code):
        (record,) = self.read(row)
        assert isinstance(record, Unreadable)
        assert (record.where, record.reason.code) == ("2", code)

    def test_missing_columns_are_named(self):
        with pytest.raises(UnreadableFileError) as refused:
            self.read(header="Game;Player")
        assert refused.value.finding == Finding("columns_missing", {"columns": "system, played_on, total"})

    def test_the_template_is_a_table_we_read(self):
        for system in ("clans_of_caledonia", "glen_more_2"):
            (game,) = spreadsheet.read_csv(spreadsheet.template_csv(system))
            assert [seat.total for seat in game.seats] == [120, 110]

    def test_a_spreadsheet_that_unpacks_to_gigabytes_is_refused(self, monkeypatch):
        monkeypatch.setattr(spreadsheet, "LARGEST_UNPACKED", 1_000)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
            bomb.writestr("xl/workbook.xml", b"0" * 2_000)
        with pytest.raises(UnreadableFileError) as refused:
            list(spreadsheet.read_xlsx(packed.getvalue()))
        assert refused.value.finding.code == "file_too_large"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "not_json"),
        ("[]", "not_a_game"),
        ('{"system": "chess"}', "unknown_system"),
        ('{"system": "glen_more_2"}', "no_date"),
        ('{"system": "glen_more_2", "played_on": "2026-05-02", "seats": []}', "no_players"),
        ('{"system": "glen_more_2", "played_on": "2026-05-02", "seats": [{}]}', "no_scores"),
        ("[" * 5_000, "not_json"),
        (" " + "x" * 300_000, "line_too_long"),
    ],
)
def test_lines_that_are_no_game_say_why(line, code):
    (record,) = jsonl.read(line.encode())
    assert isinstance(record, Unreadable)
    assert record.reason.code == code


@pytest.mark.parametrize(
    ("value", "number"),
    [("12", 12), ("-3", -3), ("−3", -3), ("10+20", 30), ("10 + -2", 8), ("7.0", 7), (7.0, 7), (True, None),
     (None, None), ("", None), ("7.5", None), (7.5, None), ("1e9", None), ("٣", None), ("9" * 30, None)],
)  # fmt: skip
def test_whole_numbers(value, number):
    assert whole(value) == number


class TestCountsBehindVp:
    def test_the_worked_example(self):
        """3 tobacco, 2 sugar cane and 6 cotton give 15 + 8 + 18: cotton most, tobacco least."""
        vp = {"cotton": [18], "tobacco": [15], "sugar_cane": [8]}
        assert {"cotton": (6,), "tobacco": (3,), "sugar_cane": (2,)} not in possible_counts(vp)
        table = {"cotton": [18, 9], "tobacco": [15, 0], "sugar_cane": [8, 12]}
        assert possible_counts(table) == [{"cotton": (6, 3), "tobacco": (3, 0), "sugar_cane": (2, 3)}]

    def test_none_when_the_rules_are_contradicted(self):
        assert possible_counts({"cotton": [7, 0], "tobacco": [0, 0], "sugar_cane": [0, 0]}) == []
        _quantities, findings = recover_counts(
            [{"cotton": 7, "tobacco": 0, "sugar_cane": 0, "processed_goods": 3}]
        )
        assert [finding.code for finding in findings] == ["line_impossible", "imports_impossible"]

    def test_quantities_that_follow(self):
        seat = {"glory": 40, "processed_goods": 8, "cotton": 0, "tobacco": 0, "sugar_cane": 0}
        quantities, findings = recover_counts([seat, seat])
        assert quantities[0] == {
            "glory": 40, "processed_goods": 4, "cotton": 0, "tobacco": 0, "sugar_cane": 0
        }  # fmt: skip
        assert findings == []
