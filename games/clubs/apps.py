from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs, their members and invitations."""

    name = "games.clubs"
    label = "clubs"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.clubs import merges, receivers  # noqa: F401 - receivers connect themselves
        from games.clubs.relations import ClubCircle
        from games.clubs.selectors.meetings import UpcomingMeetings
        from games.clubs.services.mail import InvitationMail, MeetingMail
        from games.clubs.upcoming import register_upcoming
        from games.players.viewers import register_circle

        register_circle(ClubCircle())
        register_upcoming(UpcomingMeetings())
        merges.register()
        register(InvitationMail())
        register(MeetingMail())
