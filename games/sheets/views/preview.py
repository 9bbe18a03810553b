"""The score while people type, for browsers in which the rules do not run: a raw sheet in, the result so far in words
out. Nothing is stored.
"""

import json

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from caledonia_site.common.rate_limits import count_up, network_of
from games.sheets.views.answers import ruleset_at
from games.systems import words_of
from scoring.form import fill

LARGEST_BODY = 100_000
# A change a second from each of twenty phones behind one address.
MOST_PER_MINUTE = 1_200


@csrf_exempt  # Writes nothing, reads nothing of the visitor's: there is nothing to forge.
@require_POST
def preview(request: HttpRequest, system: str) -> JsonResponse:
    ruleset_at(system)
    if int(request.headers.get("Content-Length") or 0) > LARGEST_BODY:
        return JsonResponse({"code": "too_large"}, status=413)
    if count_up(f"preview:{network_of(request)}") > MOST_PER_MINUTE:
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
    return JsonResponse(fill(system, body, words_of(system)))
