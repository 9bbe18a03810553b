"""Regular work of this app; the beat schedule in the settings says how often."""

from celery import shared_task

from games.results.services.maintenance import count_silent_games


@shared_task(name="games.count_silent_games")
def count_silent_games_now() -> None:
    count_silent_games()
