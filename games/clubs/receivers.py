"""Answers of the clubs to news about people."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _

from games.clubs.enums import Role
from games.clubs.models import Club, JoinRequest, MeetingAnswer, MeetingMailOptOut, Membership, PlayerAlias
from games.players.models import User
from games.players.signals import (
    PersonalDataSection,
    account_deleted,
    account_deletion_blockers,
    collect_personal_data,
)


@receiver(collect_personal_data)
def clubs_of_a_person(sender: Any, *, account: User, player: Any, **kwargs: Any) -> list[PersonalDataSection]:
    if player is None:
        return []
    memberships = Membership.objects.filter(player=player).select_related("club").order_by("joined_at", "pk")
    requests = JoinRequest.objects.filter(player=player).select_related("club")
    aliases = PlayerAlias.objects.filter(player=player).select_related("club")
    answers = MeetingAnswer.objects.filter(player=player).select_related("meeting__club")
    return [
        PersonalDataSection(
            key="memberships",
            title=_("Clubs you are a member of"),
            rows=[
                {"club": row.club.name, "role": row.role, "joined_at": row.joined_at} for row in memberships
            ],
        ),
        PersonalDataSection(
            key="join_requests",
            title=_("Clubs you asked to join"),
            rows=[
                {
                    "club": row.club.name,
                    "message": row.message,
                    "state": row.state,
                    "asked_at": row.created_at,
                    "answered_at": row.answered_at,
                }
                for row in requests
            ],
        ),
        PersonalDataSection(
            key="spellings",
            title=_("Other spellings of your name"),
            rows=[{"spelling": row.spelling, "club": row.club.name if row.club else None} for row in aliases],
        ),
        PersonalDataSection(
            key="event_answers",
            title=_("Club events you answered to"),
            rows=[
                {
                    "club": row.meeting.club.name,
                    "event": row.meeting.title,
                    "starts_at": row.meeting.starts_at,
                    "answer": row.choice,
                    "answered_at": row.answered_at,
                }
                for row in answers
            ],
        ),
        PersonalDataSection(
            key="event_mail",
            title=_("E-mails about club events that you turned off"),
            rows=[{"since": row.since} for row in MeetingMailOptOut.objects.filter(account=account)],
        ),
    ]


@receiver(account_deletion_blockers)
def clubs_that_would_lose_their_owner(sender: Any, *, account: User, player: Any, **kwargs: Any) -> list[str]:
    """While the account is being deleted the clubs are locked, so that the other owner cannot leave meanwhile."""
    owned = Membership.objects.filter(player=player, role=Role.OWNER).values_list("club", flat=True)
    clubs = Club.objects.filter(pk__in=owned).order_by("pk")
    if transaction.get_connection().in_atomic_block:
        clubs = clubs.select_for_update(no_key=True)
    return [
        _("You are the only owner of %(club)s: hand it over or delete it first.") % {"club": club.name}
        for club in clubs
        if not Membership.objects.filter(club=club, role=Role.OWNER).exclude(player=player).exists()
    ]


@receiver(account_deleted)
def forget_a_person(sender: Any, *, account: User, player: Any, **kwargs: Any) -> None:
    """Their games keep an anonymous player; clubs, requests, spellings and answers to meetings go."""
    if player is not None:
        Membership.objects.filter(player=player).delete()
        JoinRequest.objects.filter(player=player).delete()
        MeetingAnswer.objects.filter(player=player).delete()
        PlayerAlias.objects.filter(player=player).delete()
