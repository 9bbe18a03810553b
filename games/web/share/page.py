"""What a game's page needs for sharing: words for messengers and the panel of ways to share."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, override

from caledonia_site.common.dates import written_day
from caledonia_site.common.permissions import may
from games.clubs.enums import ClubVisibility
from games.enums import GameState
from games.models import Game
from games.web.share.contents import ranking_of, title_of
from games.web.share.languages import LOCALES, PARAMETER, own_language, shared_language
from games.web.share.summary import summary_of


@dataclass(frozen=True, slots=True)
class MessengerCard:
    """What a messenger shows beside the link."""

    locale: str
    title: str
    summary: str
    address: str
    picture: str


@dataclass(frozen=True, slots=True)
class Sharing:
    """`picture` is the PNG, `drawing` the SVG. `is_open`: whoever has the link can open it; `is_listed`: it may be
    found without the link.
    """

    title: str
    summary: str
    link: str
    picture: str
    drawing: str
    is_open: bool
    is_listed: bool
    messenger: MessengerCard | None


def is_open_to_all(game: Game) -> bool:
    """Whether a picture of it may go round: what was taken out is no result to show."""
    return game.state != GameState.VOID and may(AnonymousUser(), "games.see_game", game)


def sharing_of(request: HttpRequest, game: Game) -> Sharing:
    is_open = is_open_to_all(game)
    # Messengers come without an account; what a member may read is not for them.
    for_messengers = is_open and not request.user.is_authenticated
    return Sharing(
        title=_title(game),
        summary=summary_of(ranking_of(game)),
        link=_in_own_words(plain_link(request, game), game),
        picture=_in_own_words(reverse("games:card_png", args=[game.public_id]), game),
        drawing=_in_own_words(reverse("games:card_svg", args=[game.public_id]), game),
        is_open=is_open,
        is_listed=game.club is not None and game.club.visibility == ClubVisibility.PUBLIC,
        messenger=_messenger_card(request, game) if for_messengers else None,
    )


def plain_link(request: HttpRequest, game: Game) -> str:
    return request.build_absolute_uri(game.get_absolute_url())


def _in_own_words(address: str, game: Game) -> str:
    """Names the language of whoever shares it where a messenger would speak another one."""
    return _with_language(address, game, get_language())


def _with_language(address: str, game: Game, language: str | None) -> str:
    if not language or language == own_language(game):
        return address
    return f"{address}?{urlencode({PARAMETER: language})}"


def _messenger_card(request: HttpRequest, game: Game) -> MessengerCard:
    language = shared_language(request, game)
    picture = request.build_absolute_uri(reverse("games:card_png", args=[game.public_id]))
    with override(language):
        return MessengerCard(
            locale=LOCALES[language],
            title=_title(game),
            summary=summary_of(ranking_of(game)),
            address=_with_language(plain_link(request, game), game, language),
            # Messengers keep a picture as long as its address is the same.
            picture=f"{picture}?{urlencode({PARAMETER: language, 'version': game.version})}",
        )


def _title(game: Game) -> str:
    return f"{title_of(game)}, {written_day(game.played_on)}"
