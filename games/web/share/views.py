"""Pictures, codes and printed sheets of a game."""

from collections.abc import Callable
from hashlib import sha256

from csp.decorators import csp_exempt
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from games.selectors.game_detail import game_for, name_guests
from games.sharing.card import Card
from games.sharing.card_png import draw_png
from games.sharing.card_svg import draw_svg
from games.sharing.paper import PaperSize, draw_pdf
from games.sharing.qr import qr_svg
from games.web.life.access import find_game
from games.web.share.contents import card_of, paper_of
from games.web.share.languages import shared_language
from games.web.share.names import PARAMETER, carries_names, is_open_to_all
from games.web.share.page import plain_link, shared_link

# Somebody who hides their name is out of the pictures after so many seconds.
KEPT_SECONDS = 300
# Belongs to the mark of a picture, so that a new drawing replaces those that were kept.
DRAWING = 1


@require_safe
def card_png(request: HttpRequest, public_id: str) -> HttpResponse:
    return _card(request, public_id, draw_png, "image/png")


@require_safe
def card_svg(request: HttpRequest, public_id: str) -> HttpResponse:
    return _card(request, public_id, draw_svg, "image/svg+xml")


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


def _unlisted_with_names(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """What carries names is for those it was handed to, not for search engines."""
    if PARAMETER in request.GET:
        response["X-Robots-Tag"] = "noindex"
    return response
