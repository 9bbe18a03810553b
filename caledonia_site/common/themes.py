"""Light, dark, or as the device says: the visitor's choice, kept in a cookie."""

from django.db.models import TextChoices
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

THEME_COOKIE = "theme"


class Theme(TextChoices):
    AUTO = "auto", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


def theme_of(request: HttpRequest) -> Theme:
    try:
        return Theme(request.COOKIES.get(THEME_COOKIE, Theme.AUTO))
    except ValueError:
        return Theme.AUTO
