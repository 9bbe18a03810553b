"""Whom to tell of a weakness of this site (RFC 9116)."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from caledonia_site.common.formatting import site_url

# Whoever kept the file asks again after that.
VALID_FOR = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Whoever runs the site says who reads such mail; a site without a contact has no such page, rather than one that
    leads nowhere.
    """
    if not settings.SECURITY_CONTACTS:
        raise Http404
    expires = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + VALID_FOR
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    lines = [
        *(f"Contact: {address}" for address in settings.SECURITY_CONTACTS),
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {languages}",
        f"Canonical: {site_url(reverse('security_txt'))}",
    ]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")
