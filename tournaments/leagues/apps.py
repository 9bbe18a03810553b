from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Leagues, their seasons, and games of a schedule."""

    name = "tournaments.leagues"
    label = "leagues"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.clubs.upcoming import register_upcoming
        from games.exchange.feed_registry import register_feeds
        from games.ratings.scopes import register_scope
        from games.results.web.sections import SectionedPage, register_section
        from games.sheets.prefill import register_source
        from tournaments.leagues import hooks, receivers  # noqa: F401  (receivers connect themselves)
        from tournaments.leagues.hooks import LeagueDays, OneSeason, ScheduledGames, ScheduledSlots
        from tournaments.leagues.selectors.schedule import SHEET_SOURCE
        from tournaments.leagues.services.reminders import ReminderMail
        from tournaments.leagues.services.standings import StandingsTopic
        from tournaments.leagues.web.feeds import feeds_of_seasons
        from tournaments.leagues.web.sections import leagues_of_club, leagues_of_game, leagues_of_player
        from tournaments.shared.slots import register_slots

        hooks.register()
        register(StandingsTopic())
        register(ReminderMail())
        register_upcoming(LeagueDays())
        register_feeds(feeds_of_seasons)
        register_scope(OneSeason())
        register_source(SHEET_SOURCE, ScheduledGames())
        register_slots(ScheduledSlots())
        register_section(SectionedPage.CLUB, "leagues", leagues_of_club, order=30)
        register_section(SectionedPage.GAME, "leagues", leagues_of_game, order=30)
        register_section(SectionedPage.PLAYER, "leagues", leagues_of_player, order=30)
