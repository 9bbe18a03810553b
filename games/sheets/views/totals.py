"""The page of only final scores: from a blank one, or from a sheet that somebody has begun and does not go on with."""

from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.results.services.errors import SpentKeyError
from games.results.web.proofs import kept_device
from games.sheets.prefill import prepared_sheet
from games.sheets.record import Recorded, clubs_to_record_in, submission_of
from games.sheets.submission import entry_key_of, new_secret, refused, secret_of
from games.sheets.totals import Totals, record_totals
from games.sheets.views.answers import (
    REFUSED,
    is_script,
    lead_to,
    ruleset_at,
    tell_of_recorded,
    tell_of_spent_key,
)
from games.sheets.views.new import first_club, kinds_in, names_to_offer
from games.systems import label
from scoring.description import Description


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_totals(request: HttpRequest, system: str) -> HttpResponse:
    ruleset = ruleset_at(system)
    posted = request.POST if request.method == "POST" else _blank(request, ruleset.description)
    records = posted.get("action") == "record"
    totals = Totals(submission_of(request.user, ruleset, posted), check=records)
    if not totals.submission.values.kinds:
        return redirect("games:start")
    key, secret = entry_key_of(posted), secret_of(posted)
    if not records or (totals.is_valid and totals.must_ask_for_tie):
        return _show(request, totals, key, secret, status=REFUSED if records else 200)
    try:
        recorded = record_totals(
            actor=request.user,
            totals=totals,
            idempotency_key=key,
            edit_secret=secret,
            device=kept_device(request),
        )
    except SpentKeyError as error:
        if is_script(request):
            return tell_of_spent_key(error)
        # Nothing that was typed is lost: sent once more, it is a new game.
        again = Totals(refused(totals.submission, error), check=True)
        return _show(request, again, uuid4(), new_secret(), status=error.status)
    if isinstance(recorded, Recorded):
        tell_of_recorded(request, recorded, secret)
        return lead_to(request, recorded.game)
    return _show(request, recorded, key, secret, status=REFUSED)


def _blank(request: HttpRequest, description: Description) -> QueryDict:
    """As if it had been posted, by the table of the address; nothing where no game has such a table."""
    blank = QueryDict(mutable=True)
    for seat, kind in enumerate(kinds_in(description, request.GET) or ()):
        blank[f"seats[{seat}].kind"] = kind
    blank["played_on"] = timezone.localdate().isoformat()
    blank.update(first_club(clubs_to_record_in(request.user), request.GET.get("club", "")))
    return blank


def _show(request: HttpRequest, totals: Totals, key: UUID, secret: str, *, status: int) -> HttpResponse:
    system = totals.description.key
    submission = totals.submission
    carried = [(name, value) for name, value in totals.carried() if name not in {"entry_key", "edit_secret"}]
    context = {
        "system": system,
        "system_label": label(system, f"system.{system}"),
        "seats": totals.seats,
        "factions": totals.factions,
        "faction_field": totals.faction_field,
        "faction_label": label(system, f"field.{totals.faction_field}") if totals.factions else "",
        "carried": carried,
        "entry_key": key,
        "edit_secret": "" if request.user.is_authenticated else secret,
        "circumstances": submission.circumstances,
        "known_names": names_to_offer(request.user, submission.circumstances, submission.known),
        "prepared_for": prepared_sheet(submission.posted.get("prepared", ""), request.user),
        "is_tied": bool(totals.tied),
        "tie_is_open": status == REFUSED and totals.must_ask_for_tie,
        "mistakes": totals.mistakes(),
        "general_errors": submission.general_errors,
    }
    return render(request, "sheets/totals.html", context, status=status)
