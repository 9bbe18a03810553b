from django.apps import AppConfig, apps


class CommonConfig(AppConfig):
    """Small web pieces that every app shares: template tags, form rendering, errors, pagination."""

    name = "caledonia_site.common"
    label = "common"

    def ready(self) -> None:
        from django.core.checks import Tags, register

        from caledonia_site.common.database import allow_long_lists, bound_waiting, check_tables
        from caledonia_site.common.redaction import register_secret_converters

        register_secret_converters()
        allow_long_lists()
        register(check_tables, Tags.database)
        bound_waiting(apps.get_app_config("jobs"))
