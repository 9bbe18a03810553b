"""Standings of a tournament."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.events.common import find_event, person
from tournaments.api.events.people import shown_entry
from tournaments.api.events.serializers import EventStandingsSerializer
from tournaments.selectors.events.standings_page import StageTable, final_ranking, stage_tables


class EventStandingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_standings", responses=EventStandingsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every stage and group, the last stage first; `final` once the tournament is finished."""
        event, actor = find_event(request, public_id)
        return Response(
            {
                "tables": [_table(one) for one in stage_tables(event, actor)],
                "final": [shown_entry(one) for one in final_ranking(event, actor)],
            }
        )


def _table(one: StageTable) -> dict[str, Any]:
    stored = one.standings
    return {
        "stage": one.stage.number,
        "group": one.group,
        "engine": stored.engine,
        "engine_version": stored.engine_version,
        "computed_at": stored.computed_at,
        "rows": [
            {
                "entry": view.row.entry.public_id,
                "player": person(view.shown),
                "order": view.row.order,
                "place": view.row.place,
                "points": view.row.points,
                "games": view.row.games,
                "wins": view.row.wins,
                "goes_on": view.row.goes_on,
                "tie_breaks": view.row.detail.get("values", {}),
                "results": view.row.results,
            }
            for view in one.rows
        ],
    }
