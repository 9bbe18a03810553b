from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Leagues, seasons and events."""

    name = "tournaments"
    label = "tournaments"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.clubs.coming import register_coming
        from games.exchange.feed_addresses import register_feeds
        from games.ratings.scopes import register_scope
        from games.web.sections import SectionedPage, register_section
        from games.web.sheet.prepared import register_source
        from tournaments import merging, receivers  # noqa: F401  (receivers connect themselves)
        from tournaments.coming import LeagueDays
        from tournaments.event_hooks.connecting import connect_events
        from tournaments.rating_scope import OneSeason
        from tournaments.selectors.schedule import SHEET_SOURCE
        from tournaments.services.refresh_standings import StandingsTopic
        from tournaments.services.send_reminder_mail import ReminderMail
        from tournaments.web.feeds import feeds_of_seasons
        from tournaments.web.other_results import other_result_of_game
        from tournaments.web.preparing import ScheduledGames
        from tournaments.web.sections import leagues_of_club, leagues_of_game, leagues_of_player

        merging.register()
        register(StandingsTopic())
        register(ReminderMail())
        register_coming(LeagueDays())
        register_feeds(feeds_of_seasons)
        register_scope(OneSeason())
        register_source(SHEET_SOURCE, ScheduledGames())
        register_section(SectionedPage.CLUB, "leagues", leagues_of_club, order=30)
        register_section(SectionedPage.GAME, "other_result", other_result_of_game, order=10)
        register_section(SectionedPage.GAME, "leagues", leagues_of_game, order=30)
        register_section(SectionedPage.PLAYER, "leagues", leagues_of_player, order=30)
        connect_events()
