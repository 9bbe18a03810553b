"""Founding, changing and dissolving a club."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.services.club_details import ClubNameTakenError
from games.clubs.services.create_club import create_club
from games.clubs.services.delete_club import delete_club
from games.clubs.services.update_club import update_club
from games.clubs.web.access import club_allowing, signed_in_player
from games.clubs.web.confirming import confirmation
from games.clubs.web.forms import ClubForm


@signed_in_player
def new_club(request: HttpRequest) -> HttpResponse:
    here = {"language": get_language(), "time_zone": timezone.get_current_timezone_name()}
    form = ClubForm(request.POST or None, initial=here)
    if request.method == "POST" and form.is_valid():
        try:
            club = create_club(actor=request.user, details=form.details())
        except UserError as error:
            _put_at_its_field(form, error)
        else:
            messages.success(request, _("Your club is founded. Invite the others!"))
            return redirect(club)
    return render(request, "clubs/club_form.html", {"form": form})


@signed_in_player
def edit_club(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.edit_club")
    form = ClubForm(request.POST or None, initial=ClubForm(instance=club).initial)
    if request.method == "POST" and form.is_valid():
        try:
            club = update_club(actor=request.user, club=club, details=form.details())
        except UserError as error:
            _put_at_its_field(form, error)
        else:
            messages.success(request, _("The club's details are saved."))
            return redirect(club)
    return render(request, "clubs/club_form.html", {"form": form, "club": club})


@signed_in_player
def delete_club_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.delete_club")
    if request.method == "POST":
        with errors_as_messages(request):
            delete_club(actor=request.user, club=club)
            messages.success(request, _("The club is gone."))
        return redirect("clubs:mine")
    return confirmation(
        request,
        club=club,
        title=_("Delete %(club)s?") % {"club": club.name},
        text=_(
            "Its members lose the club with its invitations and requests. Guests whom nothing else needs go "
            "with it. This cannot be undone."
        ),
        action=_("Delete the club"),
    )


def _put_at_its_field(form: ClubForm, error: UserError) -> None:
    form.add_error("name" if isinstance(error, ClubNameTakenError) else None, str(error))
