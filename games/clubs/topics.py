"""Names of the clubs' jobs."""

INVITATION_MAIL = "invitation_mail"
EVENT_MAIL = "event_mail"
