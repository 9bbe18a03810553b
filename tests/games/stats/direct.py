"""The same figures computed the plain way: with pandas, from the rows of the games themselves."""

from typing import Any

import pandas as pd
from django.db.models import F

from games.clubs.models import Club
from games.results.models import GameOption, Seat, SheetVersion
from games.stats.filters.filter_set import FilterSet
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


def filtered(table: pd.DataFrame, filters: FilterSet) -> pd.DataFrame:
    if table.empty:
        return table
    chosen = dict(filters.values)
    keep = pd.Series(data=True, index=table.index)
    if "seats" in chosen:
        keep &= table.people == chosen["seats"]
    if "since" in chosen:
        keep &= table.day >= chosen["since"]
    if "until" in chosen:
        keep &= table.day <= chosen["until"]
    if "club" in chosen:
        keep &= table.club == chosen["club"].pk
    for clan in chosen.get("faction", ()):
        keep &= table.clans.map(lambda clans, clan=clan: clan in clans.split("|"))
    if "edition" in chosen:
        keep &= table.apply(lambda row: _edition(filters.system, row), axis=1) == chosen["edition"]
    for key, value in _chosen_pairs(chosen, "option."):
        used = table.options.map(lambda options, key=key: options.get(key))
        keep &= used.isna() if value == "none" else used.notna() if value == "any" else used == value
    for key, value in _chosen_pairs(chosen, "setup."):
        keep &= table.sheet.map(lambda sheet, key=key, value=value: value in _pieces(sheet, key))
    if "club" not in chosen:
        keep &= _released(table, filters)
    table = table[keep]
    for key, value in _chosen_pairs(chosen, "seat."):
        table = table[table.entered.map(lambda entered, key=key: str(entered.get(key))) == value]
    return table


def _chosen_pairs(chosen: dict[str, Any], prefix: str) -> list[tuple[str, str]]:
    return [
        (key.removeprefix(prefix), value)
        for key, values in chosen.items()
        if key.startswith(prefix)
        for value in values
    ]


def _released(table: pd.DataFrame, filters: FilterSet) -> pd.Series:
    """Games of private clubs come in portions: a quarter of a year, a number of people and an edition."""
    private = table.club.isin(set(Club.objects.filter(visibility="private").values_list("pk", flat=True)))
    chosen = dict(filters.values)
    if any(key not in {"seats", "edition", "since", "until"} for key in chosen):
        return ~private
    day = pd.to_datetime(table.day)
    quarter = day.dt.to_period("Q")
    edition = table.apply(lambda row: _edition(filters.system, row), axis=1)
    size = table.groupby([table.club, quarter, table.people, edition], dropna=False)["game_id"].transform(
        "nunique"
    )
    whole = size >= 5
    if "since" in chosen:
        whole &= quarter.dt.start_time >= pd.Timestamp(chosen["since"])
    if "until" in chosen:
        whole &= quarter.dt.end_time.dt.normalize() <= pd.Timestamp(chosen["until"])
    return ~private | whole


def by_faction(filters: FilterSet) -> dict[str, tuple[Any, ...]]:
    """Games, wins, par, mean VP, mean margin and mean place of every faction that was played."""
    table = filtered(seats_of(filters.system), filters)
    if table.empty:
        return {}
    figures = table[table.faction != ""].groupby("faction").agg(
        games=("win", "count"), wins=("win", "sum"), par=("par", "sum"), vp=("total", "mean"),
        margin=("margin", "mean"), place=("place", "mean"),
    )  # fmt: skip
    return {
        str(clan): tuple(row)
        for clan, row in zip(figures.index, figures.itertuples(index=False), strict=True)
    }


def pairs(filters: FilterSet) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Of every two factions at the same tables: games, how often the first was ahead, mean difference in VP."""
    table = filtered(seats_of(filters.system), filters.for_tables())
    if table.empty:
        return {}
    columns = table[["game_id", "faction", "place", "total"]]
    both = columns.merge(columns, on="game_id", suffixes=("", "_other"))
    both = both[(both.faction != both.faction_other) & (both.faction != "") & (both.faction_other != "")]
    both["ahead"] = (both.place < both.place_other) + (both.place == both.place_other) / 2
    both["difference"] = both.total - both.total_other
    figures = both.groupby(["faction", "faction_other"]).agg(
        games=("ahead", "count"), ahead=("ahead", "sum"), difference=("difference", "mean")
    )
    return {key: tuple(row) for key, row in zip(figures.index, figures.itertuples(index=False), strict=True)}


def by_place(filters: FilterSet) -> dict[tuple[str, int], tuple[Any, ...]]:
    """Of sheets, by line and place: seats, mean quantity and mean VP."""
    table = filtered(seats_of(filters.system), filters.for_tables())
    figures: dict[tuple[str, int], tuple[Any, ...]] = {}
    if table.empty:
        return figures
    for place, rows in table[~table.totals_only].groupby("place"):
        for line in registry.get(filters.system).description.lines:
            cells = [lines.get(line.key, (0, 0)) for lines in rows.lines]
            quantity, vp = (sum(column) / len(cells) for column in zip(*cells, strict=True))
            figures[line.key, int(place)] = (len(cells), quantity, vp)
    return figures


def _pieces(sheet: dict[str, Any], key: str) -> list[str]:
    value = (sheet.get("setup") or {}).get(key)
    return [str(piece) for piece in (value if isinstance(value, list) else [value])]


def _edition(system: str, row: Any) -> str:
    description, traits = registry.get(system).description, traits_of(system)
    names = {"dimension": description.dimension}
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
