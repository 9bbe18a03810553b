from django.apps import AppConfig
from django.core.checks import register


class SheetsConfig(AppConfig):
    """The score sheet as a form."""

    name = "games.sheets"
    label = "sheets"

    def ready(self) -> None:
        from games.sheets.checks import check_rules
        from games.systems.checks import TAG

        register(check_rules, TAG)
