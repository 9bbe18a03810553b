from django.apps import AppConfig


class ResultsConfig(AppConfig):
    """Recorded games: who sat there, what they scored, and who says so."""

    name = "games.results"
    label = "results"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.results import merges, receivers  # noqa: F401  (receivers connect themselves)
        from games.results.services.figures import ClubTalliesTopic, SiteFiguresTopic
        from games.results.services.maintenance import ScoresTopic

        merges.register()
        register(SiteFiguresTopic())
        register(ScoresTopic())
        register(ClubTalliesTopic())
