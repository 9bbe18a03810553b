from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """How strong players are, derived from the counted games."""

    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.players.merges import register_staying
        from games.ratings import receivers, workers  # noqa: F401  (receivers connect themselves)
        from games.ratings.services.topic import RatingsTopic
        from games.ratings.web import sections

        register(RatingsTopic())
        sections.register()
        # Ratings are derived: the merge marks the games of both players, and the job writes them anew.
        register_staying("ratings.PlayerRating.player")
