"""What a page of statistics was asked for: a game system, filters and a club, all in the address."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club
from games.stats.filters.base import FilterError, StatsFilter
from games.stats.wording import systems, systems_with_factions


@dataclass(frozen=True)
class Asked:
    """`mistakes` are names of the address that could not be understood; they are left out of `wanted`."""

    wanted: StatsFilter
    club: Club | None
    mistakes: tuple[str, ...] = ()

    @property
    def system(self) -> str:
        return self.wanted.system

    @cached_property
    def parameters(self) -> dict[str, list[str]]:
        chosen = self.wanted.query()
        return chosen | {"club": [self.club.slug]} if self.club else chosen

    @property
    def is_public(self) -> bool:
        """Whether a visitor may see it as well."""
        return self.club is None or self.club.visibility != ClubVisibility.PRIVATE

    @cached_property
    def query(self) -> str:
        """The filters as part of an address, always in the same order."""
        return urlencode(self.parameters, doseq=True)

    def without_seat(self) -> "Asked":
        """For figures of whole tables."""
        return replace(self, wanted=replace(self.wanted, seat=()))


def asked_for(request: HttpRequest, system: str, *, viewer: Any = None) -> Asked:
    """A club the viewer may not see does not exist for them."""
    club = _club(request, viewer or request.user)
    number = club.pk if club else None
    try:
        return Asked(StatsFilter.from_query(system, request.GET, club=number), club)
    except FilterError as error:
        understood = request.GET.copy()
        for key in error.keys:
            del understood[key]
        return Asked(StatsFilter.from_query(system, understood, club=number), club, error.keys)


def strictly_asked_for(request: HttpRequest, system: str, *, viewer: Any = None) -> Asked:
    """For files and frames, where nobody would read that a filter was left out."""
    asked = asked_for(request, system, viewer=viewer)
    if asked.mistakes:
        raise BadRequest(", ".join(asked.mistakes))
    return asked


def faction_system(request: HttpRequest) -> str:
    """The first system with factions, unless the address names another one."""
    known = systems_with_factions()
    named = request.GET.get("system", "")
    return named if named in known else known[0]


def known_system(system: str) -> str:
    if system not in systems():
        raise Http404
    return system


def _club(request: HttpRequest, viewer: Any) -> Club | None:
    slug = request.GET.get("club")
    return get_object_or_404(Club.objects.visible_to(viewer), slug=slug) if slug else None
