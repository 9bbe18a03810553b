from datetime import UTC, date, datetime

import pytest

from games.exchange.formats.records import GameRecord, SeatRecord
from scoring import registry
from tests.factories.games import two_seats

SYSTEM = "clans_of_caledonia"


@pytest.fixture
def record():
    """Ailsa beat Rory 84 : 64, with everything a file can hold."""
    ruleset = registry.get(SYSTEM)
    sheet = ruleset.check(two_seats()).sheet
    raw, scored = ruleset.to_raw(sheet), ruleset.score(sheet)
    seats = tuple(
        SeatRecord(
            name=name,
            source_id=f"id-{name.lower()}",
            dimension=clan["clan"],
            position=position,
            total=seat.total,
            place=seat.place,
            lines={line.key: line.vp for line in seat.lines},
        )
        for position, (name, clan, seat) in enumerate(
            zip(["Ailsa", "Rory"], raw["seats"], scored.seats, strict=True), start=1
        )
    )
    return GameRecord(
        where="1",
        source="caledonia:bcdfghjkmn",
        system=SYSTEM,
        played_on=date(2026, 5, 2),
        finished_at=datetime(2026, 5, 2, 20, 15, tzinfo=UTC),
        duration_minutes=90,
        place="The Anchor",
        notes='=1+1 "quoted", and\na second line',
        seats=seats,
        sheet=raw,
    )
