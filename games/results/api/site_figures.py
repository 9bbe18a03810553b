"""The figures of the home page for programs."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.results.selectors.figures import current_site_figures

FIGURES = {"type": "object", "additionalProperties": {"type": "integer"}}


class SiteFiguresView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="figures", responses={200: FIGURES})
    def get(self, request: Request) -> Response:
        """Public clubs, who plays there, and their counted games."""
        return Response(current_site_figures())
