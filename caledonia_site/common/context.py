"""What every template may need besides its view's own context."""

from typing import Any

from django.http import HttpRequest

from caledonia_site.common.middleware import theme_of


def site(request: HttpRequest) -> dict[str, Any]:
    return {"theme": theme_of(request)}
