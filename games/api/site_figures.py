"""The figures of the home page for programs."""

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.selectors.site_figures import current_site_figures


class SiteFiguresView(APIView):
    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        return Response(current_site_figures())
