"""Names of the clubs' jobs."""

INVITATION_MAIL = "invitation_mail"
MEETING_MAIL = "event_mail"
