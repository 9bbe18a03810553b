"""The index of statistics against general column engines, all with the same columns in memory.

`python -m tests.bench.stats_engines` invents games (`CALEDONIA_BENCH_GAMES`, 200,000 unless told), asks each engine the
same questions, compares the answers to the last digit, and prints the processor time each took as Markdown. DuckDB and
polars are no part of the project: `uv pip install --group bench`. Those that are not there are left out.

The engines get what they like best: a wide table of seats and one of games, with all filtered columns in both, whole
numbers of the smallest type, truth values for what a game has. Nothing is read from a disk or remembered.
"""

import importlib.util
import json
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

import numpy as np
import pandas as pd

GAMES = int(os.environ.get("CALEDONIA_BENCH_GAMES", "200000"))
SYSTEM = "clans_of_caledonia"
SHEETS = 500
QUESTIONS = 40
FIRST_DAY, DAYS = date(2016, 1, 1), 3_900
MEASURES = ["win", "par", "place", "vp", "margin"]
# A test, its columns and a value: "=", ">=" and "<=" have one column, "any" and "none" some truth values.
Test = tuple[str, list[str], Any]
Answer = dict[tuple[int, ...], tuple[int, ...]]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.test")
    import django

    django.setup()
    data = Data()
    engines = [IndexEngine(data), PandasEngine(data)]
    engines += [
        engine(data)
        for name, engine in (("polars", PolarsEngine), ("duckdb", DuckEngine))
        if importlib.util.find_spec(name)
    ]
    questions = random_questions()
    print(f"{GAMES:,} games, {len(data.seats):,} seats, {QUESTIONS} random combinations of filters.\n")
    print("| processor time | median, ms | times the index | 95th percentile, ms | times the index |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, ask in (("table of clans", "by_faction"), ("facts of the game", "facts")):
        taken = measure(engines, ask, questions)
        for engine, (middle, late) in zip(engines, taken, strict=True):
            figures = (1000 * middle, middle / taken[0][0], 1000 * late, late / taken[0][1])
            print(f"| {name}: {engine.name} | {' | '.join(f'{figure:.1f}' for figure in figures)} |")


def measure(engines: "Sequence[Engine]", ask: str, questions: Sequence[Any]) -> list[tuple[float, float]]:
    """Median and 95th percentile. In turn, so that whatever else the machine does meets all of them; the first question
    is for warming up.
    """
    taken: list[list[float]] = [[] for _ in engines]
    for number, filters in enumerate([questions[0], *questions]):
        answers = []
        for engine, times in zip(engines, taken, strict=True):
            began = time.process_time()
            answers.append(getattr(engine, ask)(filters))
            if number:
                times.append(time.process_time() - began)
        for engine, answer in zip(engines, answers, strict=True):
            assert answer == answers[0], (engine.name, filters)
    return [(statistics.median(times), sorted(times)[len(times) * 95 // 100]) for times in taken]


def random_questions() -> list[Any]:
    """Without clubs and ratings, of which these games have none."""
    from games.stats.filters.filter_set import FilterSet
    from tests.bench.stats_answers import _random_filter

    rng = random.Random(1886)
    some = (_random_filter(rng, [1]) for _ in range(QUESTIONS))
    without = {"club", "rating_from", "rating_to"}
    return [
        FilterSet.of(SYSTEM, {key: value for key, value in filters.values if key not in without})
        for filters in some
    ]


class Data:
    """Games that repeat some invented sheets on random days: as frames for the index, as wide tables for the others."""

    def __init__(self) -> None:
        from games.stats.index import layout_of

        self.layout = layout_of(SYSTEM)
        rng = np.random.default_rng(1886)
        self.sheets = invented_sheets()
        self.chosen = rng.integers(0, len(self.sheets), GAMES)
        self.days = FIRST_DAY.toordinal() + rng.integers(0, DAYS, GAMES)
        self.seats, self.games = self._tables()

    def frames(self, first: int, end: int) -> tuple[pd.DataFrame, pd.DataFrame]:
        """As `games.stats.dataset.frame` reads them."""
        sheets = [self.sheets[number] for number in self.chosen[first:end]]
        games = pd.DataFrame(
            {
                "key": np.arange(first, first + len(sheets)),
                "day": self.days[first:end],
                "club": 0,
                "totals_only": False,
                "options": pd.Series([sheet["options"] for sheet in sheets], dtype=object),
                "setup": pd.Series([sheet["setup"] for sheet in sheets], dtype=object),
            }
        )
        seats = [(at, seat) for at, sheet in enumerate(sheets) for seat in sheet["seats"]]
        return games, pd.DataFrame(
            {
                "game": [at for at, _ in seats],
                **{
                    name: pd.Series([seat[name] for _, seat in seats], dtype=kind)
                    for name, kind in (
                        ("is_bot", bool), ("player", np.int64), ("faction", object), ("total", np.int64),
                        ("rank", np.int64), ("lines", object), ("entered", object),
                    )
                },
            }
        )  # fmt: skip

    def _tables(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Of each sheet once, then as often as it was played."""
        games = pd.DataFrame([self._game_row(sheet) for sheet in self.sheets])
        seats = pd.concat([self._seat_rows(sheet) for sheet in self.sheets], keys=range(len(self.sheets)))
        counts = games["people"].to_numpy()[self.chosen]
        starts = np.cumsum(games["people"].to_numpy()) - games["people"].to_numpy()
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        seat_of = np.repeat(starts[self.chosen], counts) + within
        played = games.iloc[self.chosen].reset_index(drop=True).assign(day=self.days.astype(np.int32))
        seated = seats.iloc[seat_of].reset_index(drop=True)
        game_columns = played.iloc[np.repeat(np.arange(GAMES), counts)].reset_index(drop=True)
        return pd.concat([game_columns, seated], axis=1), played

    def _game_row(self, sheet: dict[str, Any]) -> dict[str, Any]:
        from games.stats.index.build import build_segment

        games = pd.DataFrame(
            {"key": [1], "day": [1], "club": [0], "totals_only": [False]}
            | {name: pd.Series([sheet[name]], dtype=object) for name in ("options", "setup")}
        )
        seats = pd.DataFrame([{"game": 0, **seat} for seat in sheet["seats"]])
        words = build_segment(self.layout, games, seats).words[:, 0].tolist()
        bits = sum(word << 64 * number for number, word in enumerate(words))
        people = [seat for seat in sheet["seats"] if not seat["is_bot"]]
        factions = {seat["faction"] for seat in people}
        return {
            "people": np.uint8(len(people)),
            **{f"bit_{bit}": bool(bits >> bit & 1) for bit in self.layout.bits.values()},
            **{f"has_{code}": key in factions for key, code in self.layout.faction_codes.items()},
        }

    def _seat_rows(self, sheet: dict[str, Any]) -> pd.DataFrame:
        people = pd.DataFrame([seat for seat in sheet["seats"] if not seat["is_bot"]])
        total, count = people["total"], len(people)
        place = people["rank"].rank(method="min").astype(int)
        numbers: dict[str, Any] = {
            "faction": people["faction"].map(self.layout.faction_codes),
            "place": place,
            "win": np.where(place == 1, 60 // (place == 1).sum(), 0),
            "par": 60 // count,
            "vp": total,
            "margin": 60 * total - 60 // (count - 1) * (total.sum() - total),
            "step": (total // 10).clip(-10, 99),
        }
        for facet, codes in self.layout.facet_codes.items():
            numbers[f"facet_{facet}"] = [
                codes.get(str(entered.get(facet)), 0) for entered in people["entered"]
            ]
        for at, kind in enumerate(("quantity", "line")):
            for number, line in enumerate(self.layout.lines):
                numbers[f"{kind}_{number}"] = [lines.get(line, (0, 0))[at] for lines in people["lines"]]
        for field, choices in self.layout.pieces.items():
            for piece, number in choices.items():
                numbers[f"piece_{field}_{number}"] = [
                    [str(had) for had in entered.get(field) or ()].count(piece)
                    for entered in people["entered"]
                ]
        return pd.DataFrame(numbers).astype(np.int16)

    def tests(self, filters: Any) -> list[Test]:
        """What filters ask of the columns."""
        layout, tests = self.layout, []
        for key, value in filters.values:
            kind, _, field = key.partition(".")
            if key == "seats":
                tests.append(("=", ["people"], value))
            elif key == "edition":
                further = f"bit_{layout.bits[layout.expansion_bit]}"
                tests.append(("none" if value == "base" else "any", [further], None))
            elif key in {"since", "until"}:
                tests.append((">=" if key == "since" else "<=", ["day"], value.toordinal()))
            elif key == "faction":
                tests += [("any", [f"has_{layout.faction_codes[faction]}"], None) for faction in value]
            elif kind == "option":
                its_own = [f"bit_{bit}" for (option, _), bit in layout.bits.items() if option == field]
                tests += [(choice, its_own, None) for choice in value]
            elif kind == "setup":
                tests += [("any", [f"bit_{layout.bits[field, choice]}"], None) for choice in value]
            else:
                tests += [("=", [f"facet_{field}"], layout.facet_codes[field][choice]) for choice in value]
        return tests

    @property
    def summed(self) -> list[str]:
        """What facts sum by people and place."""
        return [
            "vp",
            "margin",
            *(name for name in self.seats if name.startswith(("quantity_", "line_", "piece_"))),
        ]

    @property
    def flags(self) -> list[str]:
        return [name for name in self.games if name.startswith("bit_")]

    @property
    def facets(self) -> list[str]:
        return [f"facet_{facet}" for facet in self.layout.facets]


def invented_sheets() -> list[dict[str, Any]]:
    from games.results.demo import _invent

    rng, sheets = random.Random(1886), []
    while len(sheets) < SHEETS:
        invented = _invent(rng)
        raw = json.loads(invented.sheet_text)
        seats = [
            {
                "is_bot": seat["is_bot"], "player": 0, "faction": seat["dimension"], "total": seat["total"],
                "rank": seat["rank"], "lines": json.loads(lines), "entered": entered,
            }
            for seat, lines, entered in zip(invented.seats, invented.line_texts, raw["seats"], strict=True)
        ]  # fmt: skip
        if invented.scored.system == SYSTEM and sum(not seat["is_bot"] for seat in seats) > 1:
            setup = {**(raw.get("setup") or {}), **(raw.get("game") or {})}
            sheets.append({"options": dict(invented.options), "setup": setup, "seats": seats})
    return sheets


class Engine:
    """`by_faction` gives the number of seats and the sums of their measures. `facts` are seats and sums by people and
    place; seats by people, place and step of VP; games with each option and piece; seats and measures by facet.
    """

    name: str

    def by_faction(self, filters: Any) -> Answer:
        raise NotImplementedError

    def facts(self, filters: Any) -> tuple[Any, ...]:
        raise NotImplementedError


class IndexEngine(Engine):
    name = "the index"

    def __init__(self, data: Data) -> None:
        from games.stats.index import GAMES_IN_SEGMENT, Snapshot
        from games.stats.index.build import build_segment
        from games.stats.index.segment import merge_segments
        from games.stats.index.snapshot import SEGMENTS_MERGED

        self.data, merged = data, []
        for first in range(0, GAMES, GAMES_IN_SEGMENT * SEGMENTS_MERGED):
            ends = range(first, min(GAMES, first + GAMES_IN_SEGMENT * SEGMENTS_MERGED), GAMES_IN_SEGMENT)
            parts = [data.frames(begin, min(GAMES, begin + GAMES_IN_SEGMENT)) for begin in ends]
            merged.append(merge_segments([build_segment(data.layout, *frames) for frames in parts]))
        self.snapshot = Snapshot(SYSTEM, (), (), tuple(merged))

    def by_faction(self, filters: Any) -> Answer:
        sums = self.snapshot.select(filters).sum_by("faction")
        return {(code,): tuple(row) for code, row in enumerate(sums.tolist()) if row[0]}

    def facts(self, filters: Any) -> tuple[Any, ...]:
        selection, rows = self.snapshot.select(filters.for_tables()), self.data.layout.place_rows
        by_place = selection.sum_by("place")
        cells = [(people, place) for people, place in np.argwhere(by_place[:, :, 0]).tolist()]
        # VP and margin, and what comes after the steps of VP.
        shown = [0, *range(1 + rows["vp"].start, 1 + rows["margin"].stop)]
        shown += range(1 + rows["steps"].stop, by_place.shape[2])
        steps = by_place[:, :, 1:][:, :, rows["steps"]]
        return (
            {cell: tuple(by_place[cell][shown].tolist()) for cell in cells},
            {(*at[:2], at[2] - 10): (int(steps[tuple(at)]),) for at in np.argwhere(steps).tolist()},
            selection.histogram("bits").tolist(),
            [
                {(code,): tuple(row) for code, row in enumerate(selection.sum_by(facet).tolist()) if row[0]}
                for facet in self.data.layout.facets
            ],
        )


class PandasEngine(Engine):
    name = "pandas"

    def __init__(self, data: Data) -> None:
        self.data = data

    def by_faction(self, filters: Any) -> Answer:
        return self._grouped(self._mask(self.data.seats, filters), ["faction"], MEASURES)

    def facts(self, filters: Any) -> tuple[Any, ...]:
        filters = filters.for_tables()
        seats, games = self._mask(self.data.seats, filters), self._mask(self.data.games, filters)
        return (
            self._grouped(seats, ["people", "place"], self.data.summed),
            self._grouped(seats, ["people", "place", "step"], []),
            self.data.games.loc[games, self.data.flags].sum().astype(int).tolist(),
            [self._grouped(seats, [facet], MEASURES) for facet in self.data.facets],
        )

    def _mask(self, table: pd.DataFrame, filters: Any) -> Any:
        mask = np.ones(len(table), dtype=bool)
        for test, columns, value in self.data.tests(filters):
            if test == "=":
                mask &= table[columns[0]].to_numpy() == value
            elif test == ">=":
                mask &= table[columns[0]].to_numpy() >= value
            elif test == "<=":
                mask &= table[columns[0]].to_numpy() <= value
            else:
                used = np.logical_or.reduce([table[column].to_numpy() for column in columns])
                mask &= used if test == "any" else ~used
        return mask

    def _grouped(self, mask: Any, keys: list[str], columns: list[str]) -> Answer:
        # One that is both is summed under another name.
        chosen = self.data.seats.loc[mask, [*keys, *(column for column in columns if column not in keys)]]
        grouped = chosen.groupby(keys, sort=False)
        counts = grouped.size()
        if not columns:
            return {_key(key): (int(count),) for key, count in counts.items()}
        sums = grouped[columns].sum()
        rows = zip(sums.index, counts.tolist(), sums.itertuples(index=False, name=None), strict=True)
        return {_key(key): (count, *map(int, row)) for key, count, row in rows}


class PolarsEngine(Engine):
    name = "polars"

    def __init__(self, data: Data) -> None:
        import polars

        self.data, self.polars = data, polars
        self.seats, self.games = (
            polars.DataFrame({name: table[name].to_numpy() for name in table})
            for table in (data.seats, data.games)
        )

    def by_faction(self, filters: Any) -> Answer:
        return self._rows(self._grouped(filters, ["faction"], MEASURES).collect(), 1)

    def facts(self, filters: Any) -> tuple[Any, ...]:
        filters, col = filters.for_tables(), self.polars.col
        games = self.games.lazy().filter(*self._tests(filters)).select(col(self.data.flags).sum())
        by_place = self._grouped(filters, ["people", "place"], self.data.summed)
        by_step = self._grouped(filters, ["people", "place", "step"], [])
        by_facet = [self._grouped(filters, [facet], MEASURES) for facet in self.data.facets]
        answers = self.polars.collect_all([by_place, by_step, games, *by_facet])
        return (
            self._rows(answers[0], 2),
            self._rows(answers[1], 3),
            [int(count) for count in answers[2].row(0)],
            [self._rows(answer, 1) for answer in answers[3:]],
        )

    def _grouped(self, filters: Any, keys: list[str], columns: list[str]) -> Any:
        sums = [
            self.polars.col(column).cast(self.polars.Int64).sum().name.prefix("sum_") for column in columns
        ]
        chosen = self.seats.lazy().filter(*self._tests(filters))
        return chosen.group_by(keys).agg(self.polars.len(), *sums)

    def _tests(self, filters: Any) -> Iterable[Any]:
        col, any_of = self.polars.col, self.polars.any_horizontal
        kinds: dict[str, Callable[[list[str], Any], Any]] = {
            "=": lambda columns, value: col(columns[0]) == value,
            ">=": lambda columns, value: col(columns[0]) >= value,
            "<=": lambda columns, value: col(columns[0]) <= value,
            "any": lambda columns, _: any_of(columns),
            "none": lambda columns, _: ~any_of(columns),
        }
        return [kinds[test](columns, value) for test, columns, value in self.data.tests(filters)]

    def _rows(self, frame: Any, keys: int) -> Answer:
        return {row[:keys]: row[keys:] for row in frame.rows()}


class DuckEngine(Engine):
    name = "DuckDB"

    def __init__(self, data: Data) -> None:
        import duckdb

        self.data, self.base = data, duckdb.connect()
        for name, table in (("seats", data.seats), ("games", data.games)):
            self.base.register("given", table)
            self.base.execute(f"CREATE TABLE {name} AS SELECT * FROM given")
            self.base.unregister("given")

    def by_faction(self, filters: Any) -> Answer:
        return self._grouped(filters, ["faction"], MEASURES)

    def facts(self, filters: Any) -> tuple[Any, ...]:
        filters = filters.for_tables()
        counts = ", ".join(f"count(*) FILTER (WHERE {flag})" for flag in self.data.flags)
        (games,) = self.base.execute(f"SELECT {counts} FROM games WHERE {self._tests(filters)}").fetchall()
        return (
            self._grouped(filters, ["people", "place"], self.data.summed),
            self._grouped(filters, ["people", "place", "step"], []),
            list(games),
            [self._grouped(filters, [facet], MEASURES) for facet in self.data.facets],
        )

    def _grouped(self, filters: Any, keys: list[str], columns: list[str]) -> Answer:
        sums = "".join(f", sum({column})::BIGINT" for column in columns)
        by = ", ".join(keys)
        query = f"SELECT {by}, count(*){sums} FROM seats WHERE {self._tests(filters)} GROUP BY {by}"
        return {row[: len(keys)]: row[len(keys) :] for row in self.base.execute(query).fetchall()}

    def _tests(self, filters: Any) -> str:
        """Our own names and whole numbers."""
        tests = ["true"]
        for test, columns, value in self.data.tests(filters):
            if test in {"any", "none"}:
                tests.append(f"{'NOT ' if test == 'none' else ''}({' OR '.join(columns)})")
            else:
                tests.append(f"{columns[0]} {test} {int(value)}")
        return " AND ".join(tests)


def _key(key: Any) -> tuple[int, ...]:
    return tuple(map(int, key)) if isinstance(key, tuple) else (int(key),)


if __name__ == "__main__":
    main()
