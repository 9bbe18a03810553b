"""Sharing a game: words for messengers, the panel of ways to share, and pictures, codes and printed sheets."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlencode

from csp.decorators import csp_exempt
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from caledonia_site.common.formatting import format_date
from caledonia_site.common.pictures.pdf import PaperSize
from caledonia_site.common.pictures.qr import qr_svg
from games.clubs.enums import ClubVisibility
from games.results.models import Game
from games.results.selectors.games import game_for, name_guests
from games.results.share.card import Card, draw_png, draw_svg
from games.results.share.score_sheet_pdf import draw_pdf
from games.results.web.access import find_game
from games.results.web.names import NAMES_PARAMETER, carries_names, is_open_to_all, names_to_hand_on
from games.results.web.names import NAMES_PARAMETER as NAMES
from games.results.web.share_contents import LANGUAGE_PARAMETER as LANGUAGE
from games.results.web.share_contents import (
    LOCALES,
    card_of,
    own_language,
    paper_of,
    ranking_of,
    shared_language,
    summary_of,
    title_of,
)

# Somebody who hides their name is out of the pictures after so many seconds.
KEPT_SECONDS = 300
# Belongs to the mark of a picture, so that a new drawing replaces those that were kept.
DRAWING = 1


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
    verdicts = names | _language(game, get_language())
    paper = reverse("games:pdf", args=[game.public_id])
    return Sharing(
        title=_title(game),
        summary=summary_of(ranking_of(game)),
        link=_asking(plain_link(request, game), verdicts),
        picture=_asking(reverse("games:card_png", args=[game.public_id]), verdicts),
        drawing=_asking(reverse("games:card_svg", args=[game.public_id]), verdicts),
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
    return f"{title_of(game)}, {format_date(game.played_on)}"


def plain_link(request: HttpRequest, game: Game) -> str:
    return request.build_absolute_uri(game.get_absolute_url())


def shared_link(request: HttpRequest, game: Game) -> str:
    """As the reader hands it on, in no particular language."""
    return _asking(plain_link(request, game), names_to_hand_on(request, game))


@require_safe
def card_png(request: HttpRequest, public_id: str) -> HttpResponse:
    return _card(request, public_id, draw_png, "image/png")


def _card(
    request: HttpRequest, public_id: str, draw: Callable[[Card], bytes], content_type: str
) -> HttpResponse:
    """The same picture for everybody at this address: as a visitor without an account may see the game, with the
    guests where the address carries their names.
    """
    game = game_for(public_id=public_id, viewer=AnonymousUser())
    if game is None or not is_open_to_all(game):
        raise Http404
    if carries_names(request, game):
        name_guests(game)
    with override(shared_language(request, game)):
        card = card_of(game)
    # Of the content and not of the version alone: names and clubs change without a correction.
    mark = quote_etag(sha256(f"{DRAWING} {content_type} {card}".encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=mark)
    if response is None:
        response = HttpResponse(draw(card), content_type=content_type)
    response["ETag"] = mark
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return _unlisted_with_names(request, response)


def _unlisted_with_names(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """What carries names is for those it was handed to, not for search engines."""
    if NAMES_PARAMETER in request.GET:
        response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def card_svg(request: HttpRequest, public_id: str) -> HttpResponse:
    return _card(request, public_id, draw_svg, "image/svg+xml")


@require_safe
@cache_control(private=True, max_age=86_400)
def qr(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    link = shared_link(request, game) if carries_names(request, game) else plain_link(request, game)
    drawing = qr_svg(link, _("QR code of the link"))
    return HttpResponse(drawing, content_type="image/svg+xml")


@require_safe
@never_cache
# Readers of PDF inside browsers style their own pages, which our policy would forbid them.
@csp_exempt()  # type: ignore[arg-type]  # declared for views without arguments, works for all
def pdf(request: HttpRequest, public_id: str) -> HttpResponse:
    """For the viewer: in their language and with the names they may know."""
    game = find_game(request, public_id)
    size = PaperSize.LETTER if request.GET.get("paper") == "letter" else PaperSize.A4
    drawing = draw_pdf(paper_of(game, shared_link(request, game)), size)
    name = f"{game.system}-{game.played_on.isoformat()}.pdf"
    disposition = content_disposition_header(as_attachment=False, filename=name)
    headers = {"Content-Disposition": disposition} if disposition else None
    response = HttpResponse(drawing, content_type="application/pdf", headers=headers)
    return _unlisted_with_names(request, response)
