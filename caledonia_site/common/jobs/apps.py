from django.apps import AppConfig


class JobsConfig(AppConfig):
    """What must be recomputed, as rows; messages only say "look now"."""

    name = "caledonia_site.common.jobs"
    label = "jobs"

    def ready(self) -> None:
        # Messages are sent by the tasks' names: every process knows them, also one that imports no task otherwise.
        from caledonia_site.common.jobs import tasks  # noqa: F401
