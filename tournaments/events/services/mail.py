"""Tell players by e-mail that a place came free for them, or at which table they sit, and let each say which e-mails
they want.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import translation

from caledonia_site.common.formatting import site_url
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.topics import Topic
from caledonia_site.common.mail import send_stoppable_mail
from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.players.actors import Actor
from games.players.models import User
from tournaments.events.enums import ParticipantMail, ParticipantState
from tournaments.events.models import EventRound, Participant
from tournaments.events.selectors.events import stop_mail_address
from tournaments.events.selectors.rounds import own_table
from tournaments.shared.topics import TOURNAMENT_MAIL

PLACE = "place"


class TournamentMail(Topic[None]):
    """One e-mail for each key (the participant's row, and the round or "place"), so that one address that fails keeps
    nobody else waiting. It may go out twice when a worker dies after sending, and is never forgotten.
    """

    name = TOURNAMENT_MAIL

    def all_keys(self) -> Iterable[str]:
        """A rebuild writes to nobody: what had to be told has been told."""
        return []

    def compute(self, *, key: str, since: date | None) -> None:
        pk, _colon, about = key.partition(":")
        participant = _readers().filter(pk=pk).select_related("event__club", "player__account").first()
        if participant is None or participant.player.account is None:
            return
        if about == PLACE:
            if participant.state == ParticipantState.REGISTERED:
                _send(participant, participant.player.account, "free_place", {})
            return
        place = own_table(participant, participant.player.account)
        # Undone meanwhile, or the next one is out already: that has its own e-mail.
        if participant.mail == ParticipantMail.TABLES and place and str(place.round.number) == about:
            _send(participant, participant.player.account, "round", {"place": place, "round": place.round})

    def publish(self, *, key: str, result: None) -> None:
        """There is nothing to write: the mark itself was the task."""


@transaction.atomic
def choose_mail(*, actor: Actor, participant: Participant, mail: ParticipantMail) -> None:
    """For oneself. Saying the same twice changes nothing."""
    require(actor, "events.answer_for_entry", participant)
    Participant.objects.filter(pk=participant.pk).update(mail=mail)


def stop_mail(*, participant: Participant) -> None:
    """By the link in an e-mail, which is its own proof."""
    Participant.objects.filter(pk=participant.pk).update(mail=ParticipantMail.NONE)


def notify_of_spots(participants: Sequence[Participant]) -> None:
    """In the transaction that gave them their places."""
    for participant in _readers().filter(pk__in=[participant.pk for participant in participants]):
        mark_dirty(topic=TOURNAMENT_MAIL, key=f"{participant.pk}:{PLACE}")


def notify_of_tables(of: EventRound) -> None:
    """In the transaction that published the round: everybody on the list who asked for it."""
    readers = _readers().filter(event=of.event_id, mail=ParticipantMail.TABLES, seats__table__round=of)
    for pk in readers.values_list("pk", flat=True):
        mark_dirty(topic=TOURNAMENT_MAIL, key=f"{pk}:{of.number}")


def _readers() -> QuerySet[Participant]:
    """With an account that is read; nobody who has left the club."""
    in_the_club = Membership.objects.filter(club=OuterRef("event__club"), player=OuterRef("player"))
    return Participant.objects.exclude(mail=ParticipantMail.NONE).filter(
        Exists(in_the_club),
        player__account__is_active=True,
        # Nobody reads the mail of invented people.
        player__account__is_demo=False,
    )


def _send(participant: Participant, account: User, about: str, more: dict[str, Any]) -> None:
    event = participant.event
    with translation.override(account.language or event.club.language):
        send_stoppable_mail(
            f"events/mail/{about}",
            to=account.email,
            stop_address=site_url(stop_mail_address(participant)),
            context={
                "event": event,
                "club": event.club,
                "address": site_url(event.get_absolute_url()),
                **more,
            },
        )
