"""Where somebody can still come into groups that are playing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from tournaments.enums import Decision
from tournaments.models import Entry, Fixture, Group, Season
from tournaments.pairing.schedules import GROUP_SIZES


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """`way`: new_schedule (nothing is played yet) or takes_over (of `leaver`); otherwise played or full: no place."""

    group: Group
    way: str
    leaver: Entry | None = None

    @property
    def is_free(self) -> bool:
        return self.way in {"new_schedule", "takes_over"}


def places_for_newcomers(season: Season) -> list[GroupPlace]:
    """Every group from the top."""
    fixtures = Fixture.objects.filter(season=season)
    untouched = set(fixtures.open().values_list("pk", flat=True))
    begun = set(fixtures.exclude(pk__in=untouched).values_list("group_id", flat=True))
    members: dict[int, list[Entry]] = {}
    for entry in season.entries.exclude(group=None):
        members.setdefault(entry.group_id or 0, []).append(entry)
    left = games_left_behind(season)
    groups = Group.objects.filter(division__season=season).select_related("division")
    return [
        _place(season, group, members.get(group.pk, []), group.pk in begun, left)
        for group in groups.order_by("division__level", "number")
    ]


def games_left_behind(season: Season) -> dict[int, list[Fixture]]:
    """By entry: games that were called off when it withdrew, at which everybody else is still there."""
    called_off = Fixture.objects.filter(
        season=season,
        decision=Decision.CANCELLED,
        seats__entry__withdrawn_on=F("decided_on"),
    ).prefetch_related("seats__entry")
    found: dict[int, list[Fixture]] = {}
    for fixture in called_off.distinct().order_by("round", "table"):
        gone = [seat.entry_id for seat in fixture.seats.all() if seat.entry.is_withdrawn]
        if len(gone) == 1:
            found.setdefault(gone[0], []).append(fixture)
    return found


def _place(
    season: Season, group: Group, members: Sequence[Entry], begun: bool, left: dict[int, list[Fixture]]
) -> GroupPlace:
    if not begun:
        fits = len(members) + 1 in GROUP_SIZES[season.configuration.seats]
        return GroupPlace(group, "new_schedule" if fits else "full")
    leavers = [entry for entry in members if entry.pk in left]
    if not leavers:
        return GroupPlace(group, "played")
    return GroupPlace(group, "takes_over", max(leavers, key=lambda entry: len(left[entry.pk])))
