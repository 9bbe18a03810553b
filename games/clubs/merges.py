"""What happens to a player's club rows when two players become one."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club, Meeting, MeetingAnswer, Membership, PlayerAlias
from games.players.merges import ForeignKeyRows, register_moving, register_staying
from games.players.models import Player


class MembershipRows:
    """A club both were in keeps the target's membership; the source's is set aside for an undo."""

    relation = "clubs.Membership.player"
    label: str | Promise = _("Memberships")

    def count(self, source: Player, target: Player) -> int:
        return Membership.objects.filter(player=source).count()

    def move(self, source: Player, target: Player) -> Any:
        shared = Membership.objects.filter(player=target).values("club")
        set_aside = Membership.objects.filter(
            player=source, club__in=list(shared.values_list("club", flat=True))
        )
        kept = [
            {"pk": row.pk, "club": row.club_id, "role": row.role, "joined_at": row.joined_at.isoformat()}
            for row in set_aside.order_by("pk")
        ]
        set_aside.delete()
        moving = Membership.objects.filter(player=source).order_by("pk")
        moved = [{"pk": pk, "club": club} for pk, club in moving.values_list("pk", "club_id")]
        moving.update(player=target)
        return {"set_aside": kept, "moved": moved}

    def restore(self, source: Player, target: Player, moved: Any) -> None:
        keys = [row["pk"] for row in moved["moved"]]
        Membership.objects.filter(pk__in=keys, player=target).update(player=source)
        still_there = set(
            Club.objects.filter(pk__in=[row["club"] for row in moved["set_aside"]]).values_list(
                "pk", flat=True
            )
        )
        Membership.objects.bulk_create(
            Membership(
                pk=row["pk"], club_id=row["club"], player=source, role=row["role"], joined_at=row["joined_at"]
            )
            for row in moved["set_aside"]
            if row["club"] in still_there
        )

    @staticmethod
    def clubs_in(moved: Any) -> set[int]:
        return {row["club"] for rows in moved.values() for row in rows}


class AliasRows(ForeignKeyRows):
    """Spellings follow the player, and the name that disappears becomes one in each of its clubs."""

    def __init__(self) -> None:
        super().__init__("clubs.PlayerAlias.player", label=_("Spellings"))

    def move(self, source: Player, target: Player) -> Any:
        moved = super().move(source, target)
        if source.name_key == target.name_key:
            return {"moved": moved, "made": []}
        clubs = Membership.objects.filter(player=source).values_list("club_id", flat=True).order_by("club_id")
        known = PlayerAlias.objects.filter(club__in=list(clubs), spelling_key=source.name_key)
        new_in = [club for club in clubs if club not in set(known.values_list("club_id", flat=True))]
        new_aliases = [
            PlayerAlias.objects.create(player=target, club_id=club, spelling=source.name).pk
            for club in new_in
        ]
        return {"moved": moved, "made": new_aliases}

    def restore(self, source: Player, target: Player, moved: Any) -> None:
        PlayerAlias.objects.filter(pk__in=moved["made"], player=target).delete()
        super().restore(source, target, moved["moved"])


class AnswerRows:
    """A meeting both answered keeps the target's answer; the source's is set aside for an undo."""

    relation = "clubs.MeetingAnswer.player"
    label: str | Promise = _("Answers to events")

    def count(self, source: Player, target: Player) -> int:
        return MeetingAnswer.objects.filter(player=source).count()

    def move(self, source: Player, target: Player) -> Any:
        shared = list(MeetingAnswer.objects.filter(player=target).values_list("meeting", flat=True))
        set_aside = MeetingAnswer.objects.filter(player=source, meeting__in=shared)
        kept = [
            {
                "pk": row.pk,
                "meeting": row.meeting_id,
                "choice": row.choice,
                "answered_at": row.answered_at.isoformat(),
            }
            for row in set_aside.order_by("pk")
        ]
        set_aside.delete()
        moving = MeetingAnswer.objects.filter(player=source)
        moved = list(moving.order_by("pk").values_list("pk", flat=True))
        moving.update(player=target)
        return {"set_aside": kept, "moved": moved}

    def restore(self, source: Player, target: Player, moved: Any) -> None:
        MeetingAnswer.objects.filter(pk__in=moved["moved"], player=target).update(player=source)
        still_there = set(
            Meeting.objects.filter(pk__in=[row["meeting"] for row in moved["set_aside"]]).values_list(
                "pk", flat=True
            )
        )
        MeetingAnswer.objects.bulk_create(
            MeetingAnswer(
                pk=row["pk"],
                meeting_id=row["meeting"],
                player=source,
                choice=row["choice"],
                answered_at=row["answered_at"],
            )
            for row in moved["set_aside"]
            if row["meeting"] in still_there
        )


def register() -> None:
    # Spellings first: they ask which clubs the player is in.
    register_moving(AliasRows())
    register_moving(MembershipRows())
    register_moving(AnswerRows())
    register_moving(ForeignKeyRows("clubs.JoinRequest.player", label=_("Join requests")))
    # A claim link is for that guest alone: merged, there is nobody left to claim.
    register_staying("clubs.Invitation.for_player")
