from django.apps import AppConfig, apps


class CommonConfig(AppConfig):
    """Small web pieces that every app shares: template tags, form rendering, errors, pagination."""

    name = "caledonia_site.common"
    label = "common"

    def ready(self) -> None:
        from django.core.checks import Tags, register

        from caledonia_site.common.long_lists import allow_long_lists
        from caledonia_site.common.migrating import bound_waiting
        from caledonia_site.common.schema import check_tables
        from caledonia_site.common.secret_addresses import register_secret_converters

        register_secret_converters()
        allow_long_lists()
        register(check_tables, Tags.database)
        bound_waiting(apps.get_app_config("jobs"))
