"""The score while people type: a raw sheet in, the result so far in words out. Nothing is stored."""

import json
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from caledonia_site.common.rate_limits import counted, network_of
from games.results.paths import MOST_SEATS, seat_kinds
from games.sheets.live_score import describe_progress, progress_of, seat_names
from games.sheets.views.answers import ruleset_at

LARGEST_BODY = 100_000
# A change a second from each of twenty phones behind one address.
MOST_PER_MINUTE = 1_200


@csrf_exempt  # Writes nothing, reads nothing of the visitor's: there is nothing to forge.
@require_POST
def preview(request: HttpRequest, system: str) -> JsonResponse:
    ruleset = ruleset_at(system)
    if int(request.headers.get("Content-Length") or 0) > LARGEST_BODY:
        return JsonResponse({"code": "too_large"}, status=413)
    if counted(f"preview:{network_of(request)}") > MOST_PER_MINUTE:
        detail = _("That was too often. Please wait a moment and try again.")
        return JsonResponse(
            {"code": "too_often", "detail": detail}, status=429, headers={"Retry-After": "60"}
        )
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return JsonResponse({"code": "not_json"}, status=400)
    if not isinstance(body, dict):
        return JsonResponse({"code": "not_an_object"}, status=400)
    sheet, through = body.get("sheet"), body.get("through")
    rounds = ruleset.description.rounds
    progress = progress_of(ruleset, sheet, through=through if through in rounds else None)
    names = seat_names(ruleset.description, seat_kinds(ruleset.description, sheet), _names(body.get("names")))
    return JsonResponse(describe_progress(system, progress, names))


def _names(sent: Any) -> list[str]:
    names = sent[:MOST_SEATS] if isinstance(sent, list) else []
    return [name.strip() if isinstance(name, str) else "" for name in names]
