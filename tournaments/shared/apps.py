from django.apps import AppConfig


class SharedConfig(AppConfig):
    """What leagues and events have in common."""

    name = "tournaments.shared"
    label = "competitions"

    def ready(self) -> None:
        from games.results.web.sections import SectionedPage, register_section
        from tournaments.shared import receivers  # noqa: F401  (receivers connect themselves)
        from tournaments.shared.web.other_results import other_result_of_game

        register_section(SectionedPage.GAME, "other_result", other_result_of_game, order=10)
