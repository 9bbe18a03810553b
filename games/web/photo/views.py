"""Attaching, removing and showing the photo of a game's paper sheet."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.user_errors import errors_as_messages
from games.models import GamePhoto
from games.services.attach_photo import NotAPhotoError, attach_photo, remove_photo
from games.web.life.access import find_game
from games.web.sheet.entry import may_correct_here, may_see_history_here, proof_of


@require_safe
def show_photo(request: HttpRequest, public_id: str) -> HttpResponse | FileResponse:
    game = find_game(request, public_id)
    if not may_see_history_here(request, game):
        raise PermissionDenied
    photo = GamePhoto.objects.filter(game=game).first()
    if photo is None:
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
            attach_photo(actor=request.user, game=game, upload=upload, proof=proof)
            messages.success(request, _("The photo is kept with the game."))
    return redirect("games:detail", public_id=public_id)
