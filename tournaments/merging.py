"""What becomes of leagues when two players turn out to be one person."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.players.merging import ForeignKeyRows, register_moving
from games.players.models import Player
from tournaments.enums import SeasonKind
from tournaments.models import Entry, Season


class BothInGroupsError(UserError):
    code = "both_in_groups"
    message = _(
        "Both players have a place in the groups of “%(season)s”, so the schedule would let them meet themselves. "
        "Withdraw one of them there and merge when the season is closed, or leave them apart."
    )


class EntryRows:
    """A season both are on the list of keeps the target's entry; the source's is set aside for an undo."""

    relation = "tournaments.Entry.player"
    label: str | Promise = _("Leagues")

    def count(self, source: Player, target: Player) -> int:
        return Entry.objects.filter(player=source).count()

    def move(self, source: Player, target: Player) -> Any:
        shared = list(Entry.objects.filter(player=target).values_list("season_id", flat=True))
        both = Entry.objects.filter(player=source, season__in=shared)
        in_groups = both.filter(season__kind=SeasonKind.GROUPS, group__isnull=False)
        if clash := in_groups.select_related("season").first():
            raise BothInGroupsError(season=clash.season.name)
        kept = [
            {
                "pk": entry.pk,
                "season": entry.season_id,
                "joined_at": entry.joined_at.isoformat(),
                "withdrawn_on": entry.withdrawn_on.isoformat() if entry.withdrawn_on else None,
            }
            for entry in both.order_by("pk")
        ]
        both.delete()
        moving = Entry.objects.filter(player=source).order_by("pk")
        moved = list(moving.values_list("pk", flat=True))
        moving.update(player=target)
        return {"set_aside": kept, "moved": moved}

    def restore(self, source: Player, target: Player, moved: Any) -> None:
        Entry.objects.filter(pk__in=moved["moved"], player=target).update(player=source)
        there = set(
            Season.objects.filter(pk__in=[row["season"] for row in moved["set_aside"]]).values_list(
                "pk", flat=True
            )
        )
        Entry.objects.bulk_create(
            Entry(
                pk=row["pk"],
                season_id=row["season"],
                player=source,
                joined_at=row["joined_at"],
                withdrawn_on=row["withdrawn_on"],
            )
            for row in moved["set_aside"]
            if row["season"] in there
        )


def register() -> None:
    register_moving(EntryRows())
    # In a frozen table both may stand; the one person then stands there twice, as they played.
    register_moving(ForeignKeyRows("tournaments.StandingsRow.player", label=_("Places in standings")))
    register_moving(
        ForeignKeyRows("tournaments.PointAdjustment.player", label=_("Bonus and penalty points in leagues"))
    )
    register_moving(ForeignKeyRows("tournaments.SeasonEvent.player", label=_("Events in leagues")))
