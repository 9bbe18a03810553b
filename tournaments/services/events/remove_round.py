"""Taking a round away, with what it alone brought about."""

from tournaments.models import EventRound


def remove_round(of: EventRound) -> None:
    """Under the event's lock. A stage that had only this round has not begun any more; games stay where they are."""
    stage = of.stage
    of.delete()
    if not stage.rounds.exists():
        stage.places.all().delete()
        stage.adjustments.all().delete()
        stage.standings.all().delete()
