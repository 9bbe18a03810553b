"""The names of this app's jobs, for whoever marks them."""

STANDINGS = "standings"
REMINDER_MAIL = "reminder_mail"
