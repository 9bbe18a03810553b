"""Regular work of this app; the beat schedule in the settings says how often."""

from celery import shared_task

from tournaments.services.mark_running_seasons import mark_running_seasons
from tournaments.services.send_reminder_mail import announce_reminders


@shared_task(name="tournaments.announce_reminders")
def announce_reminders_now() -> None:
    announce_reminders()


@shared_task(name="tournaments.mark_running_seasons")
def mark_running_seasons_now() -> None:
    mark_running_seasons()
