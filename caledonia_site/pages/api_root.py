"""Where a program begins to explore the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from caledonia_site import __version__

ADDRESSES = {"type": "object", "additionalProperties": {"type": "string"}}


class ApiRootView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="root", responses={200: ADDRESSES})
    def get(self, request: Request) -> Response:
        addresses = {
            name: reverse(f"api:{name}", request=request)
            for name in ("docs", "openapi", "rulesets", "games", "players", "clubs", "ratings", "figures")
        }
        return Response({"version": __version__, **addresses})
