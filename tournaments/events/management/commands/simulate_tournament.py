"""Play whole tournaments with bots of known strength: how well does each format find the best player?"""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from tournaments.formats.comparison import EVENTS, PLAYERS, ROUNDS, SPREAD, Cell, compare
from tournaments.formats.simulation import Figure
from tournaments.formats.stages import MOST_ROUNDS

FEWEST_PLAYERS = 8
USUAL_EVENTS = 50
DOCS = Path("docs") / "tournament-formats.md"
NAMES = {
    "swiss": "Swiss rounds",
    "swiss_final": "Swiss rounds, final of 4",
    "swiss_semifinals": "Swiss rounds, semifinals of 8, final",
    "heats": "Heats, all but the worst count",
    "heats_final": "Heats, final of 4",
    "groups_final": "Groups, final of the 4 best winners",
    "knockout": "Knockout, two of four go on",
}
INTRODUCTION = """\
# Which format finds the best player?

Made by `python manage.py simulate_tournament --docs`. Bots of known strength play whole tournaments at tables of four,
with the site's own draws, points (5-3-2-1) and tie-breakers; nobody is seeded, because nobody knows the strengths.
Strengths are drawn from a normal distribution with a spread of {spread} on the scale of the ratings, which is what the
ratings assume of players they do not know: who is one spread above the mean is ahead of a mean player five times out of
eight. The same seed gives the same figures.

- **wins**: how often the strongest of all won the tournament.
- **in 4**: how often the strongest was among the first four.
- **place**: the mean place of the strongest.
- **order**: how well the final order agrees with the strengths (rank correlation: 1 is perfect, 0 is a lottery).

Rounds are all rounds, finals included. Behind ± stands the standard error of the figure before it: the truth is
within two of them nineteen times out of twenty. All formats of a size are played by the same players, who play equally
well in the same round of each, so that two lines differ by their formats more than by luck. A lead of a few points in
one line says nothing; what many lines have in common does.
"""


class Command(BaseCommand):
    help = "Play tournaments with bots of known strength and say how well each format finds the best player."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=int, nargs="+", default=[16], help="default 16")
        parser.add_argument("--rounds", type=int, nargs="+", default=[5], help="default 5, at least 3")
        parser.add_argument("--events", type=int, help="tournaments for each figure, by default 40 to 200")
        parser.add_argument("--seed", default="1886")
        parser.add_argument("--processes", type=int, default=1, help="that share the work, default 1")
        parser.add_argument("--spread", type=float, default=SPREAD, help=f"of strengths, default {SPREAD}")
        parser.add_argument(
            "--docs",
            action="store_true",
            help=f"all sizes, written to {DOCS} (a quarter of an hour on two cores)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["docs"]:
            options |= {"players": list(PLAYERS), "rounds": list(ROUNDS)}
        if not all(3 <= number <= MOST_ROUNDS for number in options["rounds"]):
            raise CommandError(f"rounds are between 3 and {MOST_ROUNDS}")
        if min(options["players"]) < FEWEST_PLAYERS or (options["events"] or 1) < 1:
            raise CommandError(f"at least {FEWEST_PLAYERS} players and one tournament")
        if not options["docs"]:
            self.stdout.write("\n".join(self._tables(options)))
            return
        text = INTRODUCTION.format(spread=options["spread"]) + "\n".join(self._tables(options)) + "\n"
        (Path(settings.PROJECT_DIR) / DOCS).write_text(text)
        self.stdout.write(f"{DOCS} written")

    def _tables(self, options: dict[str, Any]) -> Iterable[str]:
        for players in options["players"]:
            events = options["events"] or EVENTS.get(players, USUAL_EVENTS)
            cells = compare(
                players,
                options["rounds"],
                events=events,
                seed=options["seed"],
                spread=options["spread"],
                processes=options["processes"],
            )
            yield f"\n## {players} players, {events} tournaments for each line"
            for rounds in options["rounds"]:
                yield from _table(rounds, [cell for cell in cells if cell.rounds == rounds])


def _table(rounds: int, cells: Iterable[Cell]) -> Iterable[str]:
    yield f"\n| {rounds} rounds | wins | in 4 | place | order |"
    yield "| --- | --- | --- | --- | --- |"
    for cell in cells:
        quality = cell.quality
        yield (
            f"| {NAMES[cell.key]} | {_share(quality.best_wins)} | {_share(quality.best_in_four)} "
            f"| {quality.place_of_best.mean:.1f} ± {quality.place_of_best.error:.1f} "
            f"| {quality.agreement.mean:.2f} ± {quality.agreement.error:.2f} |"
        )


def _share(figure: Figure) -> str:
    return f"{figure.mean:.0%} ± {100 * figure.error:.0f}"
