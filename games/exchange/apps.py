from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    """Games from other programs' files, and into them."""

    name = "games.exchange"
    label = "exchange"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.exchange import receivers, rules  # noqa: F401  (they connect themselves)
        from games.exchange.services.imports import ImportsTopic
        from games.exchange.services.webhooks import WebhooksTopic
        from games.exchange.web import connections
        from games.players.merges import register_staying

        register(ImportsTopic())
        register(WebhooksTopic())
        connections.register()
        # Whom a name of a file meant when somebody said so; the games recorded then move by themselves.
        register_staying("exchange.ImportName.player")
