"""The description of the API: as OpenAPI for programs, as a page for people."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

PREFIX = "/api/v1/"


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    text: str
    parameters: tuple[dict[str, Any], ...]
    has_body: bool
    answers: str

    @property
    def first_sentence(self) -> str:
        return self.text.partition(". ")[0].partition("\n")[0]


@cache
def openapi() -> dict[str, Any]:
    """Made once: it follows from the code alone."""
    return dict(SchemaGenerator(api_version="1").get_schema(request=None, public=True))


def openapi_yaml() -> bytes:
    rendered: bytes = OpenApiYamlRenderer().render(openapi(), renderer_context={})
    return rendered


def openapi_file(request: HttpRequest) -> HttpResponse:
    return HttpResponse(openapi_yaml(), content_type="application/vnd.oai.openapi; charset=utf-8")


def api_docs(request: HttpRequest) -> HttpResponse:
    """Every address with what it takes and gives. In English, as the field names are."""
    return render(request, "api_docs.html", {"areas": _areas()})


@cache
def _areas() -> dict[str, list[Operation]]:
    areas: dict[str, list[Operation]] = {}
    for path, methods in openapi()["paths"].items():
        area = path.removeprefix(PREFIX).partition("/")[0]
        for method, operation in methods.items():
            areas.setdefault(area, []).append(
                Operation(
                    method=method.upper(),
                    path=path,
                    text=operation.get("description", ""),
                    parameters=tuple(operation.get("parameters", ())),
                    has_body="requestBody" in operation,
                    answers=", ".join(sorted(operation["responses"])),
                )
            )
    return areas
