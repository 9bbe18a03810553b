"""Bonus and penalty points: organisers give them, see them, and take them back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.web.access import signed_in_player
from games.players.models import Player
from tournaments.models import Season
from tournaments.selectors.adjustments import adjustments_of
from tournaments.selectors.season_people import people_of
from tournaments.services.adjust_points import adjust_points, undo_adjustment
from tournaments.web.access import season_allowing, season_context
from tournaments.web.organising_forms import AdjustmentForm
from tournaments.web.setting_up import put_error


@signed_in_player
def adjustments(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    if season.is_planned:
        return redirect(season)
    people = [entry.player for entry in people_of(season, request.user)]
    form = AdjustmentForm(request.POST if request.method == "POST" else None, players=people)
    if request.method == "POST" and form.is_valid():
        player = get_object_or_404(Player, public_id=form.cleaned_data["player"])
        try:
            adjust_points(
                actor=request.user,
                season=season,
                player=player,
                points=form.signed_points(),
                reason=form.cleaned_data["reason"],
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("Saved; the standings follow in a moment."))
            return _to_adjustments(season)
    context = season_context(
        request, season, "", form=form, found=adjustments_of(season, request.user), has_players=bool(people)
    )
    return render(request, "tournaments/adjustments.html", context)


@require_POST
@signed_in_player
def undo(request: HttpRequest, key: str, adjustment_id: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    with errors_as_messages(request):
        undo_adjustment(actor=request.user, season=season, public_id=adjustment_id)
        messages.success(request, _("Taken back; the history keeps both."))
    return _to_adjustments(season)


def _to_adjustments(season: Season) -> HttpResponse:
    return redirect("leagues:adjustments", key=season.address_key)
