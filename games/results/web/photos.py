"""Attaching, removing and showing the photo of a game's paper sheet."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.errors import UserError
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.rate_limits import HOUR, Limit, network_of, take_places
from games.results.models import GamePhoto
from games.results.selectors.games import reads_every_name
from games.results.services.photos import NotAPhotoError, attach_photo, remove_photo
from games.results.web.access import find_game
from games.results.web.proofs import may_correct_here, may_see_history_here, proof_of

# A tournament's scorekeeper has one for each table; a visitor, one for each game of an evening.
MOST_OF_AN_ACCOUNT_AN_HOUR = 60
MOST_OF_A_VISITOR_AN_HOUR = 30


class TooManyPhotosError(UserError):
    code = "too_many_photos"
    message = gettext_lazy("You’ve sent many photos in the last hour. Try again later.")
    status = 429


@require_safe
def show_photo(request: HttpRequest, public_id: str) -> HttpResponse | FileResponse:
    game = find_game(request, public_id)
    if not may_see_history_here(request, game):
        raise PermissionDenied
    photo = GamePhoto.objects.filter(game=game).first()
    # It shows what was written on the table, names of everybody who sat there included.
    if photo is None or not reads_every_name(game):
        raise Http404
    response = FileResponse(photo.file.open("rb"), content_type="image/jpeg")
    # Not in any shared cache: who may see it can change.
    response["Cache-Control"] = "private, max-age=300"
    return response


@require_POST
def change_photo(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    if not may_correct_here(request, game):
        raise PermissionDenied
    proof = proof_of(request, game)
    with errors_as_messages(request):
        if "remove" in request.POST:
            remove_photo(actor=request.user, game=game, proof=proof)
            messages.success(request, _("The photo is removed."))
        else:
            upload = request.FILES.get("photo")
            if upload is None:
                raise NotAPhotoError
            _limit(request)
            attach_photo(actor=request.user, game=game, upload=upload, proof=proof)
            messages.success(request, _("The photo is kept with the game."))
    return redirect("games:detail", public_id=public_id)


def _limit(request: HttpRequest) -> None:
    """Drawing one costs a second of the processor, whatever it shows."""
    limit = (
        Limit(f"photos:{request.user.pk}", MOST_OF_AN_ACCOUNT_AN_HOUR, HOUR)
        if request.user.is_authenticated
        else Limit(f"photos:{network_of(request)}", MOST_OF_A_VISITOR_AN_HOUR, HOUR)
    )
    if take_places(limit) is None:
        raise TooManyPhotosError
