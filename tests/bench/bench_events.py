"""Whole tournaments of 256 and of 1,000 players through the services, and how fast their pages are then."""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.bench.site import bench_site

SIZES = (256, 1000)
ROUNDS = 3
REPEATS = 5


def run() -> str:
    """A Markdown section: what each step of an event takes, and each page."""
    with bench_site():
        measured = [_whole_event(players) for players in SIZES]
    steps, pages = zip(*measured, strict=True)
    columns = " | ".join(f"{players:,} players" for players in SIZES)
    return "\n".join(
        [
            "## Large tournaments",
            "",
            f"A tournament of {ROUNDS} Swiss rounds and a final, played through the services on SQLite: processor",
            "seconds of each step, all rounds together.",
            "",
            f"| step | {columns} |",
            f"| --- |{' ---: |' * len(SIZES)}",
            *(f"| {name} | {' | '.join(f'{figures[name]:.1f}' for figures in steps)} |" for name in steps[0]),
            "",
            f"Pages in the middle of the last Swiss round, half of its results in: median of {REPEATS}, ms.",
            "",
            f"| page | {columns} |",
            f"| --- |{' ---: |' * len(SIZES)}",
            *(f"| {name} | {' | '.join(figures[name] for figures in pages)} |" for name in pages[0]),
        ]
    )


def _whole_event(players: int) -> tuple[dict[str, float], dict[str, str]]:
    from caledonia_site.common.jobs.runner import work_off
    from tests.factories.clubs import ClubFactory, MembershipFactory
    from tests.factories.events import event_of, play_table, refresh_event
    from tests.factories.people import PlayerFactory
    from tournaments.events.services.check_in import check_in_everybody
    from tournaments.events.services.draws import draw_round
    from tournaments.events.services.events import finish_event
    from tournaments.events.services.registration import add_entry
    from tournaments.events.services.rounds import publish_round
    from tournaments.formats.stages import Kind, Stage

    spent: dict[str, float] = {}
    stages = (Stage(kind=Kind.SWISS, rounds=ROUNDS, advance=4), Stage(kind=Kind.FINAL))
    club = ClubFactory()
    event = event_of(club=club, stages=stages, needs_check_in=True)
    actor = event.run_by
    people = [MembershipFactory(club=club, player=PlayerFactory()).player for _ in range(players)]
    with _timed(spent, "put everybody on the list"):
        for player in people:
            add_entry(actor=actor, event=event, player=player)
    with _timed(spent, "check everybody in"):
        check_in_everybody(actor=actor, event=event)
    pages: dict[str, str] = {}
    for number in range(1, ROUNDS + 2):
        with _timed(spent, "draw the rounds"):
            made = draw_round(actor=actor, event=event, number=number)
            work_off(topic="event_draws", key=f"{event.public_id}:{number}")
        with _timed(spent, "publish them"):
            publish_round(actor=actor, event=event, number=number, version=made.version)
        tables = list(made.tables.order_by("number"))
        with _timed(spent, "take all results"):
            for table in tables[: len(tables) // 2]:
                play_table(event, table)
        if number == ROUNDS:
            refresh_event(event)
            pages = _pages(event, actor)
        with _timed(spent, "take all results"):
            for table in tables[len(tables) // 2 :]:
                play_table(event, table)
        with _timed(spent, "compute the standings"):
            refresh_event(event)
    with _timed(spent, "finish"):
        finish_event(actor=actor, event=event)
    return spent, pages


def _pages(event: Any, organiser: Any) -> dict[str, str]:
    from django.test import Client

    visitor, signed_in, player = Client(), Client(), Client()
    signed_in.force_login(organiser)
    player.force_login(event.entries.order_by("pk")[0].player.account)
    home = event.get_absolute_url()
    return {
        name: _median(client, f"{home}{path}")
        for name, client, path in (
            ("overview of a player", player, ""),
            ("tables of the round", visitor, f"rounds/{ROUNDS}/"),
            ("tables, one name searched", visitor, f"rounds/{ROUNDS}/?q=player+12"),
            ("standings", visitor, "standings/"),
            ("everybody who plays", visitor, "people/"),
            ("big screen", visitor, f"rounds/{ROUNDS}/screen/"),
            ("slips to print", visitor, f"rounds/{ROUNDS}/slips/"),
            ("why somebody sits there", player, f"rounds/{ROUNDS}/why/{_some_seat(event)}/"),
            ("organiser's round", signed_in, f"run/rounds/{ROUNDS}/"),
            ("organiser's round, missing tables", signed_in, f"run/rounds/{ROUNDS}/?show=missing"),
            ("what refreshes itself there", signed_in, f"run/rounds/{ROUNDS}/now/"),
            ("change some tables", signed_in, f"run/rounds/{ROUNDS}/tables/?tables={_unplayed(event)}"),
            ("organiser's list of players", signed_in, "run/people/"),
            ("check-in", signed_in, "run/door/"),
            ("codes to print", signed_in, "run/door/codes/"),
            ("organiser's overview", signed_in, "run/"),
            ("wishes for the draw", signed_in, "run/wishes/"),
            ("penalties", signed_in, "run/points/"),
            ("judges' notes", signed_in, "run/notes/"),
            ("history", signed_in, "run/history/"),
            ("results as JSON", visitor, "results.json"),
            ("results as PDF", visitor, "results.pdf"),
        )
    }


def _some_seat(event: Any) -> str:
    table = event.rounds.get(number=ROUNDS).tables.first()
    return table.seats.first().entry.public_id


def _unplayed(event: Any) -> str:
    """Three tables without a result, which can be changed."""
    tables = event.rounds.get(number=ROUNDS).tables.filter(game=None).order_by("number")
    return ",".join(str(table.number) for table in tables[:3])


def _median(client: Any, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    taken = [_ms(lambda: client.get(address)) for _ in range(REPEATS)]
    return f"{statistics.median(taken):,.0f}"


def _ms(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


@contextmanager
def _timed(spent: dict[str, float], name: str) -> Iterator[None]:
    start = time.process_time()
    yield
    spent[name] = spent.get(name, 0) + time.process_time() - start
