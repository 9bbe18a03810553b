"""Regular work of this app; the beat schedule in the settings says how often."""

from celery import shared_task

from games.players.services.accounts import remove_unconfirmed_accounts


@shared_task(name="players.remove_unconfirmed_accounts")
def remove_unconfirmed_accounts_now() -> None:
    remove_unconfirmed_accounts()
