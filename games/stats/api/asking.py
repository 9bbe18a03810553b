"""What a request wants to know, and as whom it asks."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.clubs.models import Club
from games.stats.filters import StatsFilter
from games.stats.layout import layout_of
from scoring import registry

OPTION_HELP = (
    "Also `option.<key>`: a choice, `yes`, `any` or `none`; `setup.<field>` and `seat.<field>`: a choice."
)
FILTERS = [
    OpenApiParameter("seats", int, description=f"People at the table. {OPTION_HELP}"),
    OpenApiParameter("edition", str, description="`base`, or the expansion’s key."),
    OpenApiParameter("faction", str, many=True, description="In play together; may be repeated."),
    OpenApiParameter("since", str, description="A day such as 2026-05-02."),
    OpenApiParameter("until", str, description="A day such as 2026-05-02."),
    OpenApiParameter("rating_from", int, description="Mean rating of the table before the game."),
    OpenApiParameter("rating_to", int, description="Below this mean rating."),
    OpenApiParameter("club", str, description="The public id of a club the asker may see."),
]


def wanted_in(request: Request, system: str) -> tuple[StatsFilter, Any]:
    """The filter and the viewer; a system or club that is not theirs to see does not exist."""
    if system not in {one.description.key for one in registry.systems()}:
        raise Http404
    public_id = request.query_params.get("club", "")
    club = Club.objects.filter(public_id=public_id).first() if public_id else None
    viewer = request.user
    if public_id and (club is None or not Club.objects.visible_to(viewer).filter(pk=club.pk).exists()):
        raise Http404
    return StatsFilter.from_query(system, request.query_params, club=club.pk if club else None), viewer


def known_faction(system: str, faction: str) -> str:
    if faction not in layout_of(system).faction_codes:
        raise Http404
    return faction
