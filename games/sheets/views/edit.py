"""Correcting a recorded game, on the same sheet it was entered on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.formatting import parse_int
from games.results.models import Game
from games.results.selectors.games import reads_every_name
from games.results.selectors.history import history_of
from games.results.selectors.players import KnownPlayers, known_players
from games.results.services.correct import correct_game
from games.results.services.errors import VersionConflictError
from games.results.web.access import find_game
from games.results.web.cells import cell_content, place_of
from games.results.web.proofs import may_correct_here, proof_of
from games.sheets.circumstances import CorrectionForm
from games.sheets.page import SheetPage
from games.sheets.submission import SeatedPerson, Submission, kept_people, refused, submit
from games.sheets.values import posted_values, stored_values
from games.sheets.views.answers import REFUSED, lead_to, ruleset_at, say_if_rules_differ
from games.systems import words_of
from scoring.preview import seat_names
from scoring.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Change:
    """One cell somebody else changed in the meantime."""

    called: str
    before: str
    after: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_sheet(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    if not may_correct_here(request, game):
        raise PermissionDenied
    ruleset = ruleset_at(game.system)
    kept = kept_people(game)
    known = known_players(request.user, game.club)
    if request.method == "POST":
        return _posted(request, game, ruleset, kept, known)
    # Of a game of which only the result is known, the sheet holds little more than who sat there.
    sheet = game.versions.get(number=game.version).sheet
    page = SheetPage(
        ruleset=ruleset,
        values=stored_values(ruleset.description, sheet, [seat.shown for seat in kept]),
        circumstances=CorrectionForm(
            initial={
                name: getattr(game, name) for name in ("played_on", "place", "duration_minutes", "notes")
            },
            asks_notes=reads_every_name(game),
        ),
        known=known,
    )
    return _show(request, game, page)


def _posted(
    request: HttpRequest, game: Game, ruleset: Ruleset[Any], kept: Sequence[SeatedPerson], known: KnownPlayers
) -> HttpResponse:
    submission = Submission(
        ruleset=ruleset,
        values=posted_values(ruleset.description, request.POST),
        posted=request.POST,
        circumstances=CorrectionForm(request.POST, asks_notes=reads_every_name(game)),
        known=known,
        kept=kept,
    )
    if not submission.values.kinds:
        return redirect(request.path)
    if request.POST.get("action") != "record":
        return _show(request, game, submission.page(), seen=_seen_version(request))
    if asked := _other_totals(game, submission):
        page = replace(submission, general_errors=(asked.question,)).page()
        return _show(
            request, game, page, seen=_seen_version(request), status=REFUSED, totals_seen=asked.totals
        )
    try:
        corrected = _correct(request, game, submission)
    except VersionConflictError:
        others = _changes_since(game, _seen_version(request), submission)
        # Whoever sends the sheet again has seen what the others did.
        return _show(request, game, submission.page(), others=others, status=VersionConflictError.status)
    if isinstance(corrected, Game):
        messages.success(request, _("The correction is saved."))
        say_if_rules_differ(request, corrected)
        return lead_to(request, corrected)
    return _show(request, game, corrected.page(), seen=_seen_version(request), status=REFUSED)


def _correct(request: HttpRequest, game: Game, submission: Submission) -> Game | Submission:
    try:
        return submit(
            submission,
            lambda circumstances: correct_game(
                actor=request.user,
                game=game,
                expected_version=_seen_version(request),
                sheet=submission.sheet,
                circumstances=circumstances,
                people=submission.people,
                comment=submission.circumstances.cleaned_data["comment"],
                warnings_confirmed=submission.warnings_accepted,
                proof=proof_of(request, game),
            ),
            finished_at=game.finished_at,
            **({} if reads_every_name(game) else {"notes": game.notes}),
        )
    except (NotAllowedError, VersionConflictError):
        raise
    except UserError as error:
        return refused(submission, error)


class _OtherTotals(NamedTuple):
    question: str
    totals: str


def _other_totals(game: Game, submission: Submission) -> _OtherTotals | None:
    """What the sheet says otherwise than the final scores that were recorded alone, until somebody has seen it."""
    scored = submission.ruleset.evaluate(submission.sheet).breakdown if game.totals_only else None
    if scored is None:
        return None
    totals = " ".join(str(seat.total) for seat in scored.seats)
    known = list(game.seats.all())
    differing = [
        _("%(name)s has %(counted)s VP on the sheet; recorded are %(recorded)s VP.")
        % {"name": seat.shown, "counted": counted.total, "recorded": recorded.total}
        for seat, counted, recorded in zip(submission.kept, scored.seats, known, strict=False)
        if counted.total != recorded.total
    ]
    if not differing or submission.posted.get("totals_seen") == totals:
        return None
    question = _("If the sheet is right, save it again: then it counts.")
    return _OtherTotals(" ".join([*differing, question]), totals)


def _seen_version(request: HttpRequest) -> int:
    return parse_int(request.POST.get("expected_version", ""), digits=8) or 0


def _changes_since(game: Game, seen: int, submission: Submission) -> list[Change]:
    names = seat_names(
        submission.ruleset.description,
        submission.values.kinds,
        [seat.shown for seat in submission.kept],
        words_of(game.system),
    )
    return [
        Change(
            place_of(game.system, cell.path, names),
            cell_content(game.system, cell.path, cell.before),
            cell_content(game.system, cell.path, cell.after),
        )
        for step in reversed(history_of(game))
        if step.version.number > seen
        # Who sits where is told by the names on the sheet, as far as the viewer may know them.
        for cell in step.changes
        if not cell.path.startswith("people")
    ]


def _show(
    request: HttpRequest,
    game: Game,
    page: SheetPage,
    *,
    seen: int | None = None,
    others: Sequence[Change] | None = None,
    status: int = 200,
    totals_seen: str = "",
) -> HttpResponse:
    context = page.context() | {
        "game": game,
        "expected_version": game.version if seen is None else seen,
        "others": others,
        "totals_seen": totals_seen,
        "recorded_totals": [
            (seat.shown, row.total) for seat, row in zip(kept_people(game), game.seats.all(), strict=True)
        ]
        if game.totals_only
        else [],
        "draft_url": "",
        "action": reverse("games:edit", args=[game.public_id]),
        "preview_url": reverse("games:preview", args=[game.system]),
    }
    return render(request, "sheets/edit.html", context, status=status)
