from tests.games.stats.web.conftest import ailsa, club, fitted, games, rory  # noqa: F401  (fixtures)
