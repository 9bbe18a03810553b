from tests.games.ratings.web.conftest import ailsa, club, games, morag, rory

__all__ = ["ailsa", "club", "games", "morag", "rory"]
