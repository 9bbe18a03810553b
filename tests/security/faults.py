"""Middlewares that break a request in one place, with everything they know in the words of the error."""

from django.db import IntegrityError
from django.template import engines


class _Broken:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)


class InView(_Broken):
    def process_view(self, request, view, args, kwargs):
        raise RuntimeError(
            f"{request.get_full_path()} {kwargs} {request.COOKIES} {request.headers} {dict(request.POST)}"
        )


class InMiddleware(_Broken):
    def __call__(self, request):
        raise RuntimeError(f"{request.get_full_path()} {request.headers}")


class InTemplate(_Broken):
    def process_view(self, request, view, args, kwargs):
        page = engines["django"].from_string("{{ broken }}")

        class Broken:
            def __str__(self):
                raise ValueError(f"{kwargs} of {request.path}")

        page.render({"broken": Broken()})


class InDatabase(_Broken):
    def process_view(self, request, view, args, kwargs):
        name, value = next(iter(kwargs.items()), ("token", request.headers.get("Idempotency-Key", "")))
        raise IntegrityError(
            f'duplicate key value violates unique constraint "once"\nDETAIL:  Key ({name})=({value}) already exists.'
        )
