"""Bodies of API requests: JSON of a bounded size and depth."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from caledonia_site.common.api.problems import ProblemError

LARGEST_BODY = 200_000


class BoundedJSONParser(JSONParser):
    """DRF's parser reads whatever comes, however long, and fails as a fault of ours when lists nest too deep."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise ProblemError(
                code="too_large",
                detail=_("The request is too large."),
                status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
            )
        try:
            return json.loads(body, parse_constant=_refused)
        except (ValueError, RecursionError) as error:
            raise ParseError(_("This is not JSON that can be read.")) from error


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
