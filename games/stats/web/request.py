"""What a page of statistics was asked for: a game system, filters and a club, all in the address."""

from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club
from games.players.actors import Actor
from games.stats.filters.filter_set import FilterError, FilterSet
from games.stats.filters.games import ChosenClub
from games.stats.terms import systems, systems_with_factions


@dataclass(frozen=True)
class StatsRequest:
    """`mistakes` are names of the address that could not be understood; they are left out of `filters`. Where the
    address names the game (`names_system`), those of its links do as well.
    """

    filters: FilterSet
    club: Club | None
    mistakes: tuple[str, ...] = ()
    names_system: bool = False

    @property
    def system(self) -> str:
        return self.filters.system

    @property
    def is_public(self) -> bool:
        """Whether a visitor may see it as well."""
        return self.club is None or self.club.visibility != ClubVisibility.PRIVATE

    @cached_property
    def query(self) -> str:
        """The game and the filters as part of an address, always in the same order."""
        return urlencode(self.own_params | self.filters.to_params(), doseq=True)

    @property
    def own_params(self) -> dict[str, list[str]]:
        """What the address has besides filters."""
        return {"system": [self.system]} if self.names_system else {}

    def for_tables(self) -> "StatsRequest":
        """For figures of whole tables, to which a filter by seat does not apply."""
        return replace(self, filters=self.filters.for_tables())


@dataclass(frozen=True, slots=True)
class ChipLink:
    """A chosen filter in words, and the address of the page without it."""

    label: str
    without: str


def chip_links(asked: StatsRequest, *, sort: str = "") -> list[ChipLink]:
    """`sort` stays in the addresses."""
    chosen, kept = asked.filters.to_params(), asked.own_params | ({"sort": [sort]} if sort else {})
    links = []
    for chip in asked.filters.chips():
        rest = chosen | {chip.name: [value for value in chosen[chip.name] if value != chip.value]}
        links.append(ChipLink(chip.label, urlencode(rest | kept, doseq=True)))
    return links


def read_request(request: HttpRequest, system: str, *, viewer: Actor | None = None) -> StatsRequest:
    """A club the viewer may not see does not exist for them."""
    club = _club(request, viewer or request.user)
    chosen = ChosenClub(club.pk, club.slug, club.name) if club else None
    names_system = request.GET.get("system") == system
    try:
        filters = FilterSet.parse(system, request.GET, club=chosen)
        return StatsRequest(filters, club, names_system=names_system)
    except FilterError as error:
        understood = request.GET.copy()
        for key in error.keys:
            del understood[key]
        filters = FilterSet.parse(system, understood, club=chosen)
        return StatsRequest(filters, club, error.keys, names_system)


def read_strictly(request: HttpRequest, system: str, *, viewer: Actor | None = None) -> StatsRequest:
    """For files and frames, where nobody would read that a filter was left out."""
    stats_request = read_request(request, system, viewer=viewer)
    if stats_request.mistakes:
        raise BadRequest(", ".join(stats_request.mistakes))
    return stats_request


def faction_system(request: HttpRequest) -> str:
    """The first system with factions, unless the address names another one."""
    known = systems_with_factions()
    named = request.GET.get("system", "")
    return named if named in known else known[0]


def known_system(system: str) -> str:
    if system not in systems():
        raise Http404
    return system


def _club(request: HttpRequest, viewer: Actor) -> Club | None:
    slug = request.GET.get("club")
    return get_object_or_404(Club.objects.visible_to(viewer), slug=slug) if slug else None
