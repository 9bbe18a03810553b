from django.apps import AppConfig


class JointSheetsConfig(AppConfig):
    """Sheets that a whole table fills together, each on their own phone."""

    name = "games.joint_sheets"
    label = "joint_sheets"
