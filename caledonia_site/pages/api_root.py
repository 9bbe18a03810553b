"""Where a program begins to explore the API."""

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from caledonia_site import __version__


class ApiRootView(APIView):
    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        addresses = {
            name: reverse(f"api:{name}", request=request) for name in ("figures", "clubs", "players")
        }
        return Response({"version": __version__, **addresses})
