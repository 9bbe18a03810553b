from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Commands, pages and templates that belong to the site as a whole."""

    name = "caledonia_site"
    label = "caledonia_site"
