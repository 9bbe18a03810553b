"""Regular work of this app; the beat schedule in the settings says how often."""

from celery import shared_task

from games.clubs.services.mail import wake_waiting_invitations


@shared_task(name="clubs.wake_waiting_invitations")
def wake_waiting_invitations_now() -> None:
    wake_waiting_invitations()
