"""The same figures computed the plain way: with pandas, from the rows of the games themselves."""

from dataclasses import replace
from typing import Any

import pandas as pd
from django.db.models import F

from games.clubs.models import Club
from games.results.models import GameOption, Seat, SheetVersion
from games.stats.filters.base import StatsFilter
from games.systems import traits_of
from scoring import registry


def seats_of(system: str) -> pd.DataFrame:
    """A row per person at a counted table of at least two people."""
    rows = Seat.objects.filter(game__state="confirmed", game__system=system, is_bot=False).values(
        "game_id", "index", "player_id", "faction", "total", "rank", "lines",
        day=F("game__played_on"), club=F("game__club_id"), totals_only=F("game__totals_only"),
    )  # fmt: skip
    table = pd.DataFrame(list(rows))
    if table.empty:
        return table
    sheets = dict(
        SheetVersion.objects.filter(game__system=system, number=F("game__version")).values_list(
            "game_id", "sheet"
        )
    )
    options: dict[int, dict[str, str]] = {}
    for game, key, value in GameOption.objects.values_list("game_id", "key", "value"):
        options.setdefault(game, {})[key] = value
    table["sheet"] = table.game_id.map(sheets)
    table["options"] = [options.get(game, {}) for game in table.game_id]
    table["entered"] = [
        sheet["seats"][index] for sheet, index in zip(table.sheet, table["index"], strict=True)
    ]
    by_game = table.groupby("game_id")
    table["people"] = by_game["total"].transform("count")
    table = table[table.people >= 2].copy()
    by_game = table.groupby("game_id")
    table["place"] = by_game["rank"].rank(method="min")
    table["winners"] = (table.place == 1).groupby(table.game_id).transform("sum")
    table["win"] = (table.place == 1) / table.winners
    table["par"] = 1 / table.people
    table["margin"] = table.total - (by_game["total"].transform("sum") - table.total) / (table.people - 1)
    table["clans"] = by_game["faction"].transform(lambda clans: "|".join(sorted(clans)))
    return table


def filtered(table: pd.DataFrame, wanted: StatsFilter) -> pd.DataFrame:
    if table.empty:
        return table
    keep = pd.Series(data=True, index=table.index)
    if wanted.seats:
        keep &= table.people == wanted.seats
    if wanted.since:
        keep &= table.day >= wanted.since
    if wanted.until:
        keep &= table.day <= wanted.until
    if wanted.club:
        keep &= table.club == wanted.club
    for clan in wanted.factions:
        keep &= table.clans.map(lambda clans, clan=clan: clan in clans.split("|"))
    if wanted.edition:
        keep &= table.apply(lambda row: _edition(wanted.system, row), axis=1) == wanted.edition
    for key, value in wanted.options:
        used = table.options.map(lambda options, key=key: options.get(key))
        keep &= used.isna() if value == "none" else used.notna() if value == "any" else used == value
    for key, value in wanted.setup:
        keep &= table.sheet.map(lambda sheet, key=key, value=value: value in _pieces(sheet, key))
    if wanted.club is None:
        keep &= _released(table, wanted)
    table = table[keep]
    for key, value in wanted.seat:
        table = table[table.entered.map(lambda entered, key=key: str(entered.get(key))) == value]
    return table


def _released(table: pd.DataFrame, wanted: StatsFilter) -> pd.Series:
    """Games of private clubs come in portions: a quarter of a year, a number of people and an edition."""
    private = table.club.isin(set(Club.objects.filter(visibility="private").values_list("pk", flat=True)))
    if wanted.options or wanted.setup or wanted.factions or wanted.by_rating or wanted.seat:
        return ~private
    day = pd.to_datetime(table.day)
    quarter = day.dt.to_period("Q")
    edition = table.apply(lambda row: _edition(wanted.system, row), axis=1)
    size = table.groupby([table.club, quarter, table.people, edition], dropna=False)["game_id"].transform(
        "nunique"
    )
    whole = size >= 5
    if wanted.since:
        whole &= quarter.dt.start_time >= pd.Timestamp(wanted.since)
    if wanted.until:
        whole &= quarter.dt.end_time.dt.normalize() <= pd.Timestamp(wanted.until)
    return ~private | whole


def by_faction(wanted: StatsFilter) -> dict[str, tuple[Any, ...]]:
    """Games, wins, par, mean VP, mean margin and mean place of every faction that was played."""
    table = filtered(seats_of(wanted.system), wanted)
    if table.empty:
        return {}
    found = table[table.faction != ""].groupby("faction").agg(
        games=("win", "count"), wins=("win", "sum"), par=("par", "sum"), vp=("total", "mean"),
        margin=("margin", "mean"), place=("place", "mean"),
    )  # fmt: skip
    return {
        str(clan): tuple(row) for clan, row in zip(found.index, found.itertuples(index=False), strict=True)
    }


def pairs(wanted: StatsFilter) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Of every two factions at the same tables: games, how often the first was ahead, mean difference in VP."""
    table = filtered(seats_of(wanted.system), replace(wanted, seat=()))
    if table.empty:
        return {}
    columns = table[["game_id", "faction", "place", "total"]]
    both = columns.merge(columns, on="game_id", suffixes=("", "_other"))
    both = both[(both.faction != both.faction_other) & (both.faction != "") & (both.faction_other != "")]
    both["ahead"] = (both.place < both.place_other) + (both.place == both.place_other) / 2
    both["difference"] = both.total - both.total_other
    found = both.groupby(["faction", "faction_other"]).agg(
        games=("ahead", "count"), ahead=("ahead", "sum"), difference=("difference", "mean")
    )
    return {key: tuple(row) for key, row in zip(found.index, found.itertuples(index=False), strict=True)}


def by_place(wanted: StatsFilter) -> dict[tuple[str, int], tuple[Any, ...]]:
    """Of sheets, by line and place: seats, mean quantity and mean VP."""
    table = filtered(seats_of(wanted.system), replace(wanted, seat=()))
    found: dict[tuple[str, int], tuple[Any, ...]] = {}
    if table.empty:
        return found
    for place, rows in table[~table.totals_only].groupby("place"):
        for line in registry.get(wanted.system).description.lines:
            cells = [lines.get(line.key, (0, 0)) for lines in rows.lines]
            quantity, vp = (sum(column) / len(cells) for column in zip(*cells, strict=True))
            found[line.key, int(place)] = (len(cells), quantity, vp)
    return found


def _pieces(sheet: dict[str, Any], key: str) -> list[str]:
    value = (sheet.get("setup") or {}).get(key)
    return [str(one) for one in (value if isinstance(value, list) else [value])]


def _edition(system: str, row: Any) -> str:
    description, traits = registry.get(system).description, traits_of(system)
    names = {"faction": description.faction}
    further = {
        (field.key, str(piece["key"]))
        for field in (*description.setup, *description.seat)
        for piece in description.catalogues.get(field.catalogue, ())
        if piece["set"] != "base"
    }
    uses = any(option in row.options for option in traits.modules)
    uses |= any(
        (key, piece) in further for key in (row.sheet.get("setup") or {}) for piece in _pieces(row.sheet, key)
    )
    people = [seat for seat in row.sheet["seats"] if seat.get("kind", "human") == "human"]
    for key in (names["dimension"], *traits.facets):
        uses |= any((key, str(seat.get(key))) in further for seat in people)
    return traits.expansion if uses else "base"
