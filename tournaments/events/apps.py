from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Tournaments of a day or a weekend."""

    name = "tournaments.events"
    label = "events"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.clubs.upcoming import register_upcoming
        from games.players.viewers import register_circle
        from games.sheets.prefill import register_source
        from tournaments.events import hooks, receivers  # noqa: F401  (receivers connect themselves)
        from tournaments.events.hooks import EventCircle, EventDays, EventTables, TableSlots
        from tournaments.events.selectors.rounds import SHEET_SOURCE
        from tournaments.events.services.draws import DrawsTopic
        from tournaments.events.services.mail import TournamentMail
        from tournaments.events.services.standings import EventStandingsTopic
        from tournaments.shared.slots import register_slots

        hooks.register()
        register(EventStandingsTopic())
        register(DrawsTopic())
        register(TournamentMail())
        register_circle(EventCircle())
        register_upcoming(EventDays())
        register_source(SHEET_SOURCE, EventTables())
        register_slots(TableSlots())
