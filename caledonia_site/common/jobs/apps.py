from django.apps import AppConfig


class JobsConfig(AppConfig):
    """What must be recomputed, as rows; messages only say "look now"."""

    name = "caledonia_site.common.jobs"
    label = "jobs"
