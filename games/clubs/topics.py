"""Names of the clubs' jobs."""

INVITATION_MAIL = "invitation_mail"
