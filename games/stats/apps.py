from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Clan and game statistics, derived from the counted games."""

    name = "games.stats"
    label = "stats"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.stats import receivers  # noqa: F401  (receivers connect themselves)
        from games.stats.services.fits import WorthTopic
        from games.stats.services.segments import StatisticsTopic, TableRatingsTopic
        from games.stats.web import sections

        register(StatisticsTopic())
        register(TableRatingsTopic())
        register(WorthTopic())
        sections.register()
