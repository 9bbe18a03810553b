"""The names of this app's jobs, for whoever marks them."""

STANDINGS = "standings"
REMINDER_MAIL = "reminder_mail"
EVENT_STANDINGS = "event_standings"
EVENT_DRAWS = "event_draws"
TOURNAMENT_MAIL = "tournament_mail"
