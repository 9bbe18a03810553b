from django.apps import AppConfig


class TokensConfig(AppConfig):
    """Personal tokens, and what programs send twice."""

    name = "games.tokens"
    label = "tokens"
