"""Regular work of this app; the beat schedule in the settings says how often."""

from celery import shared_task

from games.joint_sheets.services.maintenance import clear_old_sheets


@shared_task(name="joint_sheets.clear_old_sheets")
def clear_old_sheets_now() -> None:
    clear_old_sheets()
