"""A request that comes twice takes effect once: `Idempotency-Key`, as the draft of the IETF describes it.

Whoever does not hear the answer to a request sends it again with the same key and gets the first answer. The key is
noted before the work begins; the answer is stored in the transaction of what it tells of, so there is never an effect
whose key is not known. A refused request has changed nothing and uses up no key.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.views import APIView

from caledonia_site.common.api.parsing import LARGEST_BODY
from caledonia_site.common.api.problems import FieldProblem, ProblemError
from caledonia_site.common.api.schema import KEYED_METHODS, LONGEST_KEY
from caledonia_site.common.errors import UserError
from games.players.models import User
from games.tokens.models import KeptAnswer, PersonalToken

KEPT_FOR = timedelta(hours=24)
# Longer than any request takes. What has not ended by then has died without an effect.
WORKED_ON_FOR = timedelta(minutes=2)
KEPT_HEADERS = ("Content-Type", "Location", "ETag")

View = Callable[..., HttpResponse]


class KeyInUseError(UserError):
    code = "idempotency_key_in_use"
    message = gettext_lazy("The first request with this key is still being worked on. Try again in a moment.")


class KeyReusedError(UserError):
    code = "idempotency_key_reused"
    message = gettext_lazy("This key was used for another request.")
    status = status.HTTP_422_UNPROCESSABLE_ENTITY


def once_per_key(callback: View) -> View:
    """Around every view of the API; what only reads, and who has no account, is let through."""
    if not issubclass(getattr(callback, "cls", object), APIView):
        return callback

    @wraps(callback)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.headers.get("Idempotency-Key", "").strip()
        if not key or request.method not in KEYED_METHODS:
            return callback(request, *args, **kwargs)
        view: APIView = callback.cls(**callback.initkwargs)  # type: ignore[attr-defined]
        view.setup(request, *args, **kwargs)
        api_request = view.initialize_request(request, *args, **kwargs)
        try:
            account = _account_of(api_request)
        except APIException:
            account = None
        if account is None:
            # The view says why it refuses; no stranger changes anything.
            return callback(request, *args, **kwargs)
        try:
            claimed = _claim(account, api_request, key, _fingerprint(request, view))
            if claimed.status is not None:
                view.check_throttles(api_request)
        except (UserError, ProblemError, APIException) as error:
            return _refusal(view, api_request, error)
        if claimed.status is not None:
            return _replay(claimed)
        try:
            return _first_answer(claimed, lambda: callback(request, *args, **kwargs))
        except KeyInUseError as error:
            return _refusal(view, api_request, error)

    return wrapped


def forget_old_answers() -> int:
    """Keys that no longer count, and what died while it was worked on; how many."""
    old = KeptAnswer.objects.filter(started_at__lte=timezone.now() - KEPT_FOR)
    return old.delete()[0]


def _account_of(api_request: Request) -> User | None:
    """The person, also behind a token that is for one club only and makes them a stranger elsewhere."""
    account = api_request.auth.account if isinstance(api_request.auth, PersonalToken) else api_request.user
    return account if isinstance(account, User) else None


def _fingerprint(request: HttpRequest, view: APIView) -> str:
    """Of what is asked for: JSON means the same in any order and spacing."""
    # Django would refuse a file to import as too large for a form; the view's parser knows its own bound.
    body = request.read(getattr(view, "largest_body", LARGEST_BODY) + 1)
    request._body = body
    try:
        content = json.dumps(json.loads(body), sort_keys=True).encode()
    except (ValueError, RecursionError):
        content = body
    return hashlib.sha256(request.META.get("QUERY_STRING", "").encode() + b"\n" + content).hexdigest()


@transaction.atomic
def _claim(account: User, api_request: Request, key: str, fingerprint: str) -> KeptAnswer:
    """Ours to work on, or with the answer that was given."""
    if len(key) > LONGEST_KEY:
        problem = FieldProblem(
            "Idempotency-Key", "too_long", _("At most %(number)s characters.") % {"number": LONGEST_KEY}
        )
        raise ProblemError(code="invalid", detail=str(problem.detail), errors=[problem])
    # A token that reaches one club only must not be told what another one of the same person was.
    reach = getattr(api_request.auth, "club_id", None) or ""
    scope = f"{account.pk}:{reach}:{api_request.method}:{api_request.path}:{key}"
    kept, is_new = KeptAnswer.objects.select_for_update().get_or_create(
        digest=hashlib.sha256(scope.encode()).hexdigest(),
        defaults={"account": account, "fingerprint": fingerprint},
    )
    if is_new:
        return kept
    age = timezone.now() - kept.started_at
    if age >= (WORKED_ON_FOR if kept.status is None else KEPT_FOR):
        kept.attempt, kept.started_at = uuid4(), timezone.now()
        kept.fingerprint, kept.status = fingerprint, None
        kept.save(update_fields=["attempt", "started_at", "fingerprint", "status"])
        return kept
    if kept.fingerprint != fingerprint:
        raise KeyReusedError
    if kept.status is None:
        raise KeyInUseError
    return kept


def _first_answer(claimed: KeptAnswer, work: Callable[[], HttpResponse]) -> HttpResponse:
    mine = KeptAnswer.objects.filter(pk=claimed.pk, attempt=claimed.attempt, status=None)
    try:
        with transaction.atomic():
            answer = work()
            if isinstance(answer, SimpleTemplateResponse):
                answer.render()
            if status.is_success(answer.status_code):
                headers = {name: answer.headers[name] for name in KEPT_HEADERS if name in answer.headers}
                body = answer.content.decode()
                if not mine.update(status=answer.status_code, headers=headers, body=body):
                    raise KeyInUseError
            else:
                transaction.set_rollback(True)
    finally:
        mine.delete()
    return answer


def _replay(kept: KeptAnswer) -> HttpResponse:
    return HttpResponse(kept.body, status=kept.status, headers=kept.headers | {"Idempotent-Replay": "true"})


def _refusal(view: APIView, api_request: Request, error: Exception) -> HttpResponse:
    """As the view itself would say it."""
    view.headers = view.default_response_headers
    answer = view.finalize_response(api_request, view.handle_exception(error), *view.args, **view.kwargs)
    answer.render()
    return answer
