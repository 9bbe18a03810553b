from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Accounts, and the players people know at the table (with or without an account)."""

    name = "games.players"
    label = "players"

    def ready(self) -> None:
        from games.players.accounts import receivers  # noqa: F401
