"""What a game's page needs for sharing: words for messengers and the panel of ways to share."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, override

from caledonia_site.common.dates import written_day
from games.clubs.enums import ClubVisibility
from games.models import Game
from games.web.share.contents import ranking_of, title_of
from games.web.share.languages import LOCALES, own_language, shared_language
from games.web.share.languages import PARAMETER as LANGUAGE
from games.web.share.names import PARAMETER as NAMES
from games.web.share.names import carries_names, is_open_to_all, names_to_hand_on
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
    """`picture` is the PNG, `drawing` the SVG, `code` the QR code of the link, `paper`
    the printed sheet, `letter` the same for America. `is_open`: whoever has the link can open it; `is_listed`: it may
    be found without the link; `names_guests`: the link shows more names than the bare address.
    """

    title: str
    summary: str
    link: str
    picture: str
    drawing: str
    code: str
    paper: str
    letter: str
    is_open: bool
    is_listed: bool
    names_guests: bool
    messenger: MessengerCard | None


def sharing_of(request: HttpRequest, game: Game, *, sat_there: bool = False) -> Sharing:
    """`sat_there`: by a link made for the table, or on a phone that holds a seat."""
    is_open = is_open_to_all(game)
    # Messengers come without an account; what a member may read is not for them.
    for_messengers = is_open and not request.user.is_authenticated
    names = names_to_hand_on(request, game, sat_there=sat_there)
    # In the words of whoever shares it, where a messenger would speak another language.
    words = names | _language(game, get_language())
    paper = reverse("games:pdf", args=[game.public_id])
    return Sharing(
        title=_title(game),
        summary=summary_of(ranking_of(game)),
        link=_asking(plain_link(request, game), words),
        picture=_asking(reverse("games:card_png", args=[game.public_id]), words),
        drawing=_asking(reverse("games:card_svg", args=[game.public_id]), words),
        code=_asking(reverse("games:qr", args=[game.public_id]), names),
        paper=_asking(paper, names),
        letter=_asking(paper, names | {"paper": "letter"}),
        is_open=is_open,
        # An address with names is for those it was handed to.
        is_listed=game.club is not None
        and game.club.visibility == ClubVisibility.PUBLIC
        and NAMES not in request.GET,
        names_guests=bool(names),
        messenger=_messenger_card(request, game) if for_messengers else None,
    )


def plain_link(request: HttpRequest, game: Game) -> str:
    return request.build_absolute_uri(game.get_absolute_url())


def shared_link(request: HttpRequest, game: Game) -> str:
    """As the reader hands it on, in no particular language."""
    return _asking(plain_link(request, game), names_to_hand_on(request, game))


def _asking(address: str, query: dict[str, str]) -> str:
    return f"{address}?{urlencode(query)}" if query else address


def _language(game: Game, language: str | None) -> dict[str, str]:
    return {LANGUAGE: language} if language and language != own_language(game) else {}


def _messenger_card(request: HttpRequest, game: Game) -> MessengerCard:
    language = shared_language(request, game)
    # No more than the address it asked for shows to everybody else.
    names = {NAMES: request.GET[NAMES]} if carries_names(request, game) else {}
    picture = request.build_absolute_uri(reverse("games:card_png", args=[game.public_id]))
    with override(language):
        return MessengerCard(
            locale=LOCALES[language],
            title=_title(game),
            summary=summary_of(ranking_of(game)),
            address=_asking(plain_link(request, game), names | _language(game, language)),
            # Messengers keep a picture as long as its address is the same.
            picture=_asking(picture, names | {LANGUAGE: language, "version": str(game.version)}),
        )


def _title(game: Game) -> str:
    return f"{title_of(game)}, {written_day(game.played_on)}"
