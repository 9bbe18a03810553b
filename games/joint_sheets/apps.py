from django.apps import AppConfig


class JointSheetsConfig(AppConfig):
    """Sheets that a whole table fills together, each on their own phone."""

    name = "games.joint_sheets"
    label = "joint_sheets"

    def ready(self) -> None:
        from games.joint_sheets import receivers  # noqa: F401  (receivers connect themselves)
        from games.joint_sheets.web.access import address_of_table
        from games.sheets.prefill import register_together

        register_together(address_of_table)
