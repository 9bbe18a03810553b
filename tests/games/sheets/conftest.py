from tests.games.results.conftest import ailsa, club, game, organiser, rory, without_sections  # noqa: F401  (the same people)
