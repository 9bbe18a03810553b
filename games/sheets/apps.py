from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """The score sheet as a form."""

    name = "games.sheets"
    label = "sheets"
