"""A game system in figures."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.stats.api.asking import FILTERS, wanted_in
from games.stats.api.facts_representations import SystemFactsSerializer
from games.stats.selectors.system_facts import system_facts


class SystemFactsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_facts", parameters=FILTERS, responses=SystemFactsSerializer)
    def get(self, request: Request, system: str) -> Response:
        """Scores, seats, lines, ties and pieces of all counted games. A filter by seat does not apply."""
        wanted, _viewer = wanted_in(request, system)
        return Response(SystemFactsSerializer(asdict(system_facts(wanted=wanted))).data)
