"""Regular work of this app; the beat schedule in the settings says how often."""

from celery import shared_task

from tournaments.leagues.services.reminders import announce_reminders
from tournaments.leagues.services.seasons import mark_running_seasons


@shared_task(name="tournaments.announce_reminders")
def announce_reminders_now() -> None:
    announce_reminders()


@shared_task(name="tournaments.mark_running_seasons")
def mark_running_seasons_now() -> None:
    mark_running_seasons()
