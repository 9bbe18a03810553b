"""Remind people of games they still have to play, and let each say whether they want that."""

from collections.abc import Iterable
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone, translation

from caledonia_site.common.formatting import site_url
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.topics import Topic
from caledonia_site.common.mail import send_stoppable_mail
from games.clubs.models import Membership
from games.players.models import Player, User
from tournaments.leagues.models import Fixture, FixtureSeat, ReminderOptOut, Season
from tournaments.leagues.selectors.schedule import opt_out_address
from tournaments.shared.topics import REMINDER_MAIL


class ReminderMail(Topic[bool]):
    """One e-mail for each seat (key: the seat's row), so that one address that fails keeps nobody else waiting.

    It may go out twice when a worker dies between sending and noting it, and is never forgotten.
    """

    name = REMINDER_MAIL

    def all_keys(self) -> Iterable[str]:
        return [str(pk) for pk in due_seats(timezone.localdate()).values_list("pk", flat=True)]

    def compute(self, *, key: str, since: date | None) -> bool:
        seats = due_seats(timezone.localdate())
        seat = seats.select_related("fixture__season__league__club", "participant__player__account").filter(
            pk=key
        )
        due = seat.first()
        if due is None or due.participant.player.account is None:
            return False
        _send(due, due.participant.player.account)
        return True

    def publish(self, *, key: str, result: bool) -> None:
        if result:
            FixtureSeat.objects.filter(pk=key).update(reminded_at=timezone.now())


def choose_reminders(*, account: User, wanted: bool) -> None:
    """Saying the same twice changes nothing."""
    if wanted:
        ReminderOptOut.objects.filter(account=account).delete()
    else:
        ReminderOptOut.objects.get_or_create(account=account)


def announce_reminders() -> int:
    """Mark every seat whose reminder is due; the jobs do the rest."""
    keys = [str(pk) for pk in due_seats(timezone.localdate()).values_list("pk", flat=True)]
    with transaction.atomic():
        for key in keys:
            mark_dirty(topic=REMINDER_MAIL, key=key)
    return len(keys)


def due_seats(today: date) -> QuerySet[FixtureSeat]:
    """Seats of open games near their deadline, of people with an account who are in the club and did not say no.

    Seasons choose how many days before; a deadline that has passed is no longer announced.
    """
    ahead = {
        season.pk: season.configuration.remind_days
        for season in Season.objects.running().filter(fixtures__deadline__gte=today).distinct()
    }
    due = [
        pk
        for pk, season, deadline in Fixture.objects.open()
        .filter(season__in=ahead, deadline__gte=today)
        .values_list("pk", "season_id", "deadline")
        if ahead[season] and deadline - timedelta(days=ahead[season]) <= today
    ]
    refused = ReminderOptOut.objects.filter(account=OuterRef("participant__player__account"))
    in_the_club = Membership.objects.filter(
        club=OuterRef("fixture__season__league__club"), player=OuterRef("participant__player")
    )
    return FixtureSeat.objects.filter(
        ~Exists(refused),
        Exists(in_the_club),
        fixture__in=due,
        reminded_at=None,
        participant__withdrawn_on=None,
        participant__player__account__is_active=True,
        # Nobody reads the mail of invented people.
        participant__player__account__is_demo=False,
    )


def _send(seat: FixtureSeat, account: User) -> None:
    fixture = seat.fixture
    club = fixture.season.league.club
    others = Player.with_merged.shown_to(account).filter(
        season_participations__fixture_seats__fixture=fixture
    )
    with translation.override(account.language or club.language):
        send_stoppable_mail(
            "leagues/mail/reminder",
            to=account.email,
            stop_address=site_url(opt_out_address(account)),
            context={
                "fixture": fixture,
                "season": fixture.season,
                "league": fixture.season.league,
                "club": club,
                "others": [
                    player.shown.name for player in others.order_by("pk") if player.account_id != account.pk
                ],
                "schedule_address": site_url(reverse("leagues:schedule", args=[fixture.season.address_key])),
            },
        )
