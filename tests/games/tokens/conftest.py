from tests.games.results.conftest import ailsa, club, game, organiser, rory  # noqa: F401  (the same people)
