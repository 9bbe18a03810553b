from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs, their members and invitations."""

    name = "games.clubs"
    label = "clubs"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games.clubs import merging, receivers  # noqa: F401 - receivers connect themselves
        from games.clubs.circle import ClubCircle
        from games.clubs.coming import register_coming
        from games.clubs.selectors.events import ComingEvents
        from games.clubs.services.send_event_mail import EventMail
        from games.clubs.services.send_invitation_mail import InvitationMail
        from games.players.circles import register_circle

        register_circle(ClubCircle())
        register_coming(ComingEvents())
        merging.register()
        register(InvitationMail())
        register(EventMail())
