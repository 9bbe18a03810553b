"""Draw the rounds of a tournament again from what is stored, so that anyone can check them."""

import argparse
from typing import Any

from django.core.management import BaseCommand, CommandError

from tournaments.events.models import EventRound
from tournaments.pairing.draw import draw
from tournaments.pairing.request import read_request


class Command(BaseCommand):
    help = (
        "Draw rounds again from their stored inputs and seed; with --check, compare with what was drawn then."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("event", help="the tournament, as in its address")
        parser.add_argument("--round", type=int, help="only this one")
        parser.add_argument("--check", action="store_true", help="fail unless every draw comes out as it did")

    def handle(self, *args: Any, event: str, check: bool, **options: Any) -> None:
        rounds = EventRound.objects.filter(event__public_id=event.partition("-")[0]).order_by("number")
        if options["round"]:
            rounds = rounds.filter(number=options["round"])
        to_check = list(rounds)
        if not to_check:
            raise CommandError("there is no such tournament, or no such round")
        wrong = sum(not self._again(event_round, check=check) for event_round in to_check)
        if wrong:
            raise CommandError(f"{wrong} of {len(to_check)} rounds could not be confirmed")

    def _again(self, of: EventRound, *, check: bool) -> bool:
        """False when the round was drawn otherwise, or cannot be drawn any more."""
        title = f"Round {of.number}"
        if of.request is None:
            self.stdout.write(f"{title}: by the schedule or bracket, nothing was drawn")
            return True
        if of.drawn is None:
            self.stdout.write(f"{title}: not drawn yet")
            return True
        try:
            request = read_request(of.request)
        except ValueError as error:
            self.stderr.write(f"{title}: {error}")
            return False
        again = draw(request)
        if not check:
            self._show(title, again.tables, again.byes)
            return True
        tables = {"tables": [list(table) for table in again.tables], "byes": list(again.byes)}
        same = tables == of.drawn and again.digest == of.digest
        changed = ", changed by hand afterwards" if of.changed_by_hand else ""
        self.stdout.write(f"{title}: {'the same' if same else 'DIFFERENT'} ({of.digest[:12]}){changed}")
        return same

    def _show(self, title: str, tables: Any, byes: Any) -> None:
        self.stdout.write(title)
        for number, table in enumerate(tables, start=1):
            self.stdout.write(f"  table {number}: {' '.join(table)}")
        if byes:
            self.stdout.write(f"  without a table: {' '.join(byes)}")
