"""In which language a shared result speaks.

Messengers fetch a link once for everybody in a chat and say nothing of a language, so neither the visitor's
browser nor their account decides: the link may name a language, otherwise it is the club's.
"""

from django.conf import settings
from django.http import HttpRequest

from games.models import Game

PARAMETER = "lang"
# Messengers know a language only together with a country.
LOCALES = {"en": "en_GB", "fr": "fr_FR", "pt-br": "pt_BR"}


def own_language(game: Game) -> str:
    """What a link without a language means."""
    return game.club.language if game.club else settings.LANGUAGE_CODE


def shared_language(request: HttpRequest, game: Game) -> str:
    asked = request.GET.get(PARAMETER, "").lower()
    return asked if asked in dict(settings.LANGUAGES) else own_language(game)
