"""Everything by which events hang on other areas, connected once when the app is ready."""

from caledonia_site.common.jobs.topics import register
from games.clubs.coming import register_coming
from games.players.circles import register_circle
from games.web.sheet.prepared import register_source
from tournaments import event_rules  # noqa: F401  (predicates register themselves)
from tournaments.event_hooks import merging, receivers  # noqa: F401  (receivers connect themselves)
from tournaments.event_hooks.circle import EventCircle
from tournaments.event_hooks.coming import EventDays
from tournaments.event_hooks.sheet import EventTables
from tournaments.selectors.events.rounds import SHEET_SOURCE
from tournaments.services.events.draw_in_job import DrawsTopic
from tournaments.services.events.refresh_event_standings import EventStandingsTopic
from tournaments.services.events.send_mail import TournamentMail


def connect_events() -> None:
    merging.register()
    register(EventStandingsTopic())
    register(DrawsTopic())
    register(TournamentMail())
    register_circle(EventCircle())
    register_coming(EventDays())
    register_source(SHEET_SOURCE, EventTables())
