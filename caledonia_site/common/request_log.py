"""The log line of each request."""

from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

from caledonia_site.common.redaction import without_secrets


class RequestLogMiddleware(RequestMiddleware):
    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {without_secrets(request.get_full_path())}"
