from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Small web pieces that every app shares: template tags, form rendering, errors, pagination."""

    name = "caledonia_site.common"
    label = "common"
