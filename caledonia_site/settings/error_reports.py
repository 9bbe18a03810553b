"""Reports of faults to a Sentry server, when the operator names one."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import sentry_sdk
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.logging import ignore_logger

from caledonia_site.common.redaction import without_secrets_in
from caledonia_site.settings.environment import PREFIX, SettingError

# A page's fault is reported with its stack; these would report it again as a line of the log. Failed jobs, which are
# caught and tried again, are reported by their line.
REPORTED_ALREADY = ("django_structlog.middlewares.request", "django.request")

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


def report_errors(address: str, *, environment: str, **options: Any) -> None:
    """From now on, faults of this process are reported there, without what they know of people."""
    for name in REPORTED_ALREADY:
        ignore_logger(name)
    try:
        sentry_sdk.init(
            dsn=address,
            environment=environment,
            integrations=[DjangoIntegration(), CeleryIntegration()],
            # Local variables hold passwords, keys and names; the body of a request as well.
            include_local_variables=False,
            max_request_body_size="never",
            before_send=only_what_finds_the_fault,
            max_breadcrumbs=0,
            auto_session_tracking=False,
            **options,
        )
    except sentry_sdk.utils.BadDsn as error:
        # The value holds a key, so it is not repeated.
        raise SettingError(
            f"the setting {PREFIX}SENTRY_DSN is no address of a Sentry project: write https://key@host/number."
        ) from error


def only_what_finds_the_fault(event: "Event", _hint: "Hint") -> "Event":
    """The page and the method of the request; no cookies, headers, query or signed link."""
    request: Any = event.pop("request", None) or {}
    if "url" in request:
        event["request"] = {
            "method": request.get("method", ""),
            "url": urlsplit(request["url"]).path,
        }
    event.pop("user", None)
    # The arguments of a job.
    event.get("extra", {}).pop("celery-job", None)
    cleaned: Event = without_secrets_in(event)
    return cleaned
