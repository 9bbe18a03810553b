"""Tell those who mean to come that an event has moved, is cancelled, or takes place after all."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone, translation

from caledonia_site.common.addresses import site_url
from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.jobs.topics import Topic
from caledonia_site.common.stoppable_mail import send_stoppable_mail
from games.clubs.enums import Attendance
from games.clubs.models import ClubEvent, EventAnswer, EventMailOptOut
from games.clubs.selectors.event_mail import event_mail_address
from games.clubs.topics import EVENT_MAIL
from games.players.models import User

LATER = "later"


class EventMail(Topic[None]):
    """One e-mail for one answer (key: its row; with ":later" when later ones of the series changed too), about the
    event as it is now: two changes in a row are one e-mail.

    It may go out twice when a worker dies between sending and noting it, and is never forgotten.
    """

    name = EVENT_MAIL

    def all_keys(self) -> Iterable[str]:
        # Nothing to rebuild: nobody wants old news again.
        return []

    def compute(self, *, key: str, since: date | None) -> None:
        row, _, later = key.partition(":")
        answer = _to_be_told().filter(pk=row).select_related("event__club", "player__account").first()
        if answer is not None and answer.player.account is not None:
            _send(answer.event, answer.player.account, with_later=later == LATER)

    def publish(self, *, key: str, result: None) -> None:
        """There is nothing to write: the mark itself was the task."""


def tell_those_coming(events: Sequence[ClubEvent], *, actor: User | None) -> None:
    """In the caller's transaction, with the changed events in their order; one e-mail a person, and none to whoever
    changed them.
    """
    answers = _to_be_told().filter(event__in=events).exclude(player__account=actor)
    first: dict[int, EventAnswer] = {}
    several: set[int] = set()
    for answer in answers.order_by("event__starts_at", "pk"):
        if answer.player_id in first:
            several.add(answer.player_id)
        else:
            first[answer.player_id] = answer
    for player_id, answer in first.items():
        key = f"{answer.pk}:{LATER}" if player_id in several else str(answer.pk)
        mark_dirty(topic=EVENT_MAIL, key=key)


def _to_be_told() -> QuerySet[EventAnswer]:
    refused = EventMailOptOut.objects.filter(account=OuterRef("player__account"))
    return EventAnswer.objects.filter(
        ~Exists(refused),
        choice__in=[Attendance.COMING, Attendance.MAYBE],
        event__ends_at__gt=timezone.now(),
        player__account__is_active=True,
        # Nobody reads the mail of invented people.
        player__account__is_demo=False,
    )


def _send(event: ClubEvent, account: User, *, with_later: bool) -> None:
    with translation.override(account.language or event.club.language):
        send_stoppable_mail(
            "clubs/mail/event",
            to=account.email,
            stop_address=site_url(event_mail_address(account)),
            context={
                "event": event,
                "club": event.club,
                "with_later": with_later,
                "address": site_url(event.get_absolute_url()),
            },
        )
