"""What imports have to say, in words."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.systems import label

SENTENCES: dict[str, str | Promise] = {
    # The file as a whole
    "file_too_large": lazy("The file is larger than {megabytes} MB."),
    "file_empty": lazy("The file is empty."),
    "wrong_encoding": lazy("The file is not written in UTF-8. Save it as UTF-8 and try again."),
    "not_json": lazy("This is not JSON, or the file is cut off."),
    "too_deep": lazy("The file is nested too deeply to be a list of games."),
    "not_bgstats": lazy("This is not an export of BG Stats: it has no list of plays."),
    "not_xml": lazy("This is not XML, or the file is cut off."),
    "not_bgg": lazy("This is not a list of plays of BoardGameGeek."),
    "not_csv": lazy("This table cannot be read. Is it really CSV?"),
    "not_xlsx": lazy("This spreadsheet cannot be read. Is it really XLSX?"),
    "columns_missing": lazy("These columns are missing: {columns}."),
    "too_many_games": lazy("The file holds more than {most} games. Split it."),
    "too_many_names": lazy("The file holds more than {most} different names. Split it."),
    "entry_too_long": lazy("An entry of the file is too long to be a game."),
    "stopped": lazy("Stopped before it was read."),
    # One game
    "another_game": lazy("Another game: {name}"),
    "ignored_there": lazy("Marked there as not to be counted."),
    "incomplete_there": lazy("Marked there as incomplete."),
    "several_at_once": lazy("Several plays in one entry: their results cannot be told apart."),
    "not_a_game": lazy("This is no game."),
    "no_game_key": lazy("The column “game” is empty."),
    "unknown_system": lazy("A game we do not know: {system}"),
    "no_date": lazy("The date of play is missing or cannot be read. Write it as 2026-05-02."),
    "no_players": lazy("There are no players, or too many."),
    "no_scores": lazy("A total is missing or is no number."),
    "line_too_long": lazy("The line is too long."),
    "seats_impossible": lazy("This game is not played by {seats}."),
    "sheet_rejected": lazy("The sheet breaks the rules at {path}."),
    "imported_before": lazy("This game is there already."),
    "contradicts_itself": lazy("The file contradicts itself here."),
    "twice_in_file": lazy("The same game stands in the file twice."),
    "same_result_there": lazy(
        "A game with the same points on that day is there already: perhaps logged by two people."
    ),
    # What a person should know of a game
    "total_differs": lazy("Seat {seat}: the lines add up to {sum}, the total says {total}."),
    "places_contradict": lazy("The places in the file are not those of its totals: the totals decide."),
    "imports_impossible": lazy("The points for cotton, tobacco and sugar cane cannot be right together."),
    "line_impossible": lazy("Seat {seat}: these points are not possible for {line}."),
    # Refused while importing
    "not_storable": lazy("A number of this game is out of all bounds."),
    "player_twice": lazy("Nobody can sit in two seats of one game."),
    "played_in_the_future": lazy("The date of play is in the future."),
    "seats_mismatch": lazy("The sheet and the list of players have different numbers of seats."),
    "warnings_unconfirmed": lazy("Some values are unusual. Please check them and confirm."),
}


def describe_finding(finding: dict[str, Any] | None, system: str = "") -> str:
    if not finding:
        return ""
    sentence = SENTENCES.get(finding["code"])
    if sentence is None:
        return _("It could not be recorded (%(code)s).") % {"code": finding["code"]}
    params = dict(finding["params"])
    if "seat" in params:
        params["seat"] += 1
    if "line" in params and system:
        params["line"] = label(system, f"line.{params['line']}")
    return str(sentence).format(**params)
