"""The sheet of a new game: blank, gone on with from a draft, prepared by a league or tournament, or with the people of
an earlier game.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from games.clubs.models import ClubQuerySet
from games.players.actors import Actor
from games.results.models import Draft, Game
from games.results.selectors.games import reads_every_name
from games.results.selectors.players import KnownPlayers, clubmates_names, known_players
from games.results.services.drafts import save_draft
from games.results.services.errors import AlreadyRecordedError, SpentKeyError
from games.results.web.access import find_game
from games.results.web.proofs import kept_device
from games.sheets.circumstances import CircumstancesForm
from games.sheets.page import SheetPage
from games.sheets.prefill import NotWaitingError, Prepared, prepared_sheet, together_address, why_not_prepared
from games.sheets.record import Recorded, clubs_to_record_in, record_submission, submission_of
from games.sheets.rematch import rematch_people, rematch_values
from games.sheets.seats import NoBlankSeatError, can_grow, can_shrink, with_one_fewer, with_one_more
from games.sheets.submission import (
    Submission,
    entry_key_of,
    new_secret,
    prepared_people,
    refused,
    seated_list,
    secret_of,
)
from games.sheets.values import TypedValues, draft_fields, empty_values, posted_draft
from games.sheets.views.answers import (
    REFUSED,
    is_script,
    lead_to,
    ruleset_at,
    tell_of_recorded,
    tell_of_spent_key,
)
from scoring.description import Description
from scoring.ruleset import Ruleset

SEATING = {"more": with_one_more, "fewer": with_one_fewer}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_sheet(request: HttpRequest, system: str) -> HttpResponse:
    ruleset = ruleset_at(system)
    if request.method == "POST":
        return _posted(request, ruleset, request.POST)
    if draft_key := request.GET.get("draft"):
        return _draft(request, ruleset, draft_key)
    if purpose := request.GET.get("prepared"):
        return _prepared(request, ruleset, purpose)
    if public_id := request.GET.get("again"):
        return _again(request, ruleset, public_id)
    kinds = kinds_in(ruleset.description, request.GET)
    if kinds is None:
        return redirect("games:start")
    clubs = clubs_to_record_in(request.user)
    circumstances = CircumstancesForm(clubs=clubs, initial=first_club(clubs, request.GET.get("club", "")))
    page = SheetPage(
        ruleset=ruleset,
        values=empty_values(kinds),
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
    )
    return _show(request, page, idempotency_key=uuid4(), edit_secret=new_secret())


def _prepared(request: HttpRequest, ruleset: Ruleset[Any], purpose: str) -> HttpResponse:
    """A sheet whose people are known already, such as a game of a league's schedule."""
    prepared = prepared_sheet(purpose, request.user)
    if prepared is None or prepared.system != ruleset.description.key:
        if not request.user.is_authenticated:
            # Of every table, also of one that is not there: a private club's are not told from it.
            messages.info(request, _("Sign in to enter the result of this table."))
            return redirect_to_login(request.get_full_path())
        messages.info(
            request, str(NotWaitingError() if prepared else why_not_prepared(purpose, request.user))
        )
        if kinds_in(ruleset.description, request.GET) is None:
            return redirect("games:start")
        # Asked for by a sheet that was begun in time: what was typed goes on as a game of its own.
        plain = request.GET.copy()
        del plain["prepared"]
        return redirect(f"{request.path}?{plain.urlencode()}")
    kinds = (ruleset.description.seat_kinds[0].key,) * len(prepared.players)
    circumstances = CircumstancesForm(
        clubs=clubs_to_record_in(request.user), initial={"club": prepared.club.slug}
    )
    page = SheetPage(
        ruleset=ruleset,
        values=TypedValues(
            kinds=kinds,
            names=tuple(seat.shown for seat in prepared_people(prepared, request.user)),
            cells=dict(prepared.cells),
        ),
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
    )
    begun = QueryDict(mutable=True)
    begun.update({"prepared": purpose, "seated": prepared.seating})
    return _show(request, page, idempotency_key=uuid4(), edit_secret=new_secret(), posted=begun)


def _again(request: HttpRequest, ruleset: Ruleset[Any], public_id: str) -> HttpResponse:
    """The same people and options as in a recorded game, for whoever reads all its names; else a blank sheet."""
    game = find_game(request, public_id)
    description = ruleset.description
    if game.system != description.key:
        raise Http404
    values = rematch_values(game, description)
    if not reads_every_name(game):
        table = {kind.key: values.kinds.count(kind.key) for kind in description.seat_kinds}
        return redirect(
            f"{request.path}?{urlencode({kind: number for kind, number in table.items() if number})}"
        )
    clubs = clubs_to_record_in(request.user)
    in_club = bool(clubs and game.club and clubs.filter(pk=game.club.pk).exists())
    circumstances = CircumstancesForm(
        clubs=clubs, initial={"club": game.club.slug} if game.club and in_club else {}
    )
    page = SheetPage(
        ruleset=ruleset,
        values=values,
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
    )
    begun = QueryDict(mutable=True)
    if people := rematch_people(game, request.user, in_club=in_club):
        begun["seated_people"] = seated_list(people, request.user)
    return _show(request, page, idempotency_key=uuid4(), edit_secret=new_secret(), posted=begun)


def _posted(request: HttpRequest, ruleset: Ruleset[Any], posted: QueryDict) -> HttpResponse:
    action = posted.get("action")
    submission = submission_of(request.user, ruleset, posted)
    if not submission.values.kinds:
        return redirect("games:start")
    idempotency_key, edit_secret = entry_key_of(posted), secret_of(posted)
    if action == "record":
        try:
            recorded = record_submission(
                actor=request.user,
                submission=submission,
                idempotency_key=idempotency_key,
                edit_secret=edit_secret,
                device=kept_device(request),
            )
        except SpentKeyError as error:
            return _under_new_key(request, submission, error)
        if isinstance(recorded, Recorded):
            tell_of_recorded(request, recorded, edit_secret)
            return lead_to(request, recorded.game)
        return _show(
            request,
            recorded.page(),
            idempotency_key=idempotency_key,
            edit_secret=edit_secret,
            status=REFUSED,
            posted=posted,
        )
    if action == "draft" and request.user.is_authenticated:
        try:
            _keep(request, ruleset, posted, idempotency_key)
        except SpentKeyError as error:
            return _under_new_key(request, submission, error)
        except UserError as error:
            submission = refused(submission, error)
        else:
            return redirect("games:drafts")
    if action in SEATING:
        try:
            submission = replace(submission, values=SEATING[action](ruleset.description, submission.values))
        except NoBlankSeatError as error:
            submission = refused(submission, error)
    return _show(
        request,
        submission.page(),
        idempotency_key=idempotency_key,
        edit_secret=edit_secret,
        draft_revision=_revision(posted),
        posted=posted,
    )


def _under_new_key(request: HttpRequest, submission: Submission, error: SpentKeyError) -> HttpResponse:
    """Nothing that was typed is lost: sent once more, it is a new game. A script takes a new key itself."""
    if is_script(request):
        return tell_of_spent_key(error)
    return _show(
        request,
        refused(submission, error).page(),
        idempotency_key=uuid4(),
        edit_secret=new_secret(),
        status=error.status,
        posted=submission.posted,
        spent=error,
    )


def _keep(request: HttpRequest, ruleset: Ruleset[Any], posted: QueryDict, idempotency_key: UUID) -> None:
    account: Any = request.user
    save_draft(
        actor=account,
        idempotency_key=idempotency_key,
        system=ruleset.description.key,
        content={"fields": draft_fields(posted)},
        expected_revision=_revision(posted),
    )


def _revision(posted: QueryDict) -> int:
    return parse_int(posted.get("draft_revision", ""), digits=8) or 0


def _draft(request: HttpRequest, ruleset: Ruleset[Any], key: str) -> HttpResponse:
    """Go on with a sheet that was kept on the server."""
    try:
        idempotency_key = UUID(key)
    except ValueError:
        raise Http404 from None
    if recorded := Game.objects.filter(
        idempotency_key=idempotency_key, recorded_by=request.user.pk or 0
    ).first():
        messages.info(request, str(AlreadyRecordedError()))
        return redirect(recorded)
    drafts = Draft.objects.filter(owner=request.user.pk or 0, system=ruleset.description.key)
    draft = get_object_or_404(drafts, idempotency_key=idempotency_key)
    posted = posted_draft(draft.content)
    if draft.prepared and not _is_still_for(posted, prepared_sheet(draft.prepared, request.user)):
        messages.warning(
            request, _("The table of this sheet has changed. What you record here is a game of its own.")
        )
        del posted["prepared"]
    submission = submission_of(request.user, ruleset, posted)
    if not submission.values.kinds:
        raise Http404
    page = replace(submission.page(), open_seat="all", open_round=0)
    return _show(
        request,
        page,
        idempotency_key=idempotency_key,
        edit_secret=new_secret(),
        draft_revision=draft.revision,
        posted=posted,
    )


def _is_still_for(posted: QueryDict, prepared: Prepared | None) -> bool:
    """Whether the sheet was begun for the people who sit there now."""
    return prepared is not None and posted.get("seated") == prepared.seating


def names_to_offer(viewer: Actor, circumstances: Form, known: KnownPlayers) -> Sequence[str]:
    """Those of the chosen club; without one, those of all clubs of the viewer, which are then only names."""
    if "club" not in circumstances.fields or circumstances["club"].value():
        return known.labels
    return tuple(dict.fromkeys([*known.labels, *clubmates_names(viewer)]))


def kinds_in(description: Description, params: QueryDict) -> list[str] | None:
    """Who sits there by the address: `?human=3&automa=1`. None when no game has such a table."""
    kinds: list[str] = []
    for kind in description.seat_kinds:
        number = parse_int(params.get(kind.key, "0"), digits=2) or 0
        if number > kind.maximum:
            return None
        kinds += [kind.key] * number
    return kinds if description.fewest_seats <= len(kinds) <= description.most_seats else None


def first_club(clubs: ClubQuerySet | None, slug: str) -> dict[str, Any]:
    """The club of the address; without one, the only club somebody has."""
    if clubs is None:
        return {}
    slugs = [club.slug for club in clubs[:100]]
    if slug in slugs:
        return {"club": slug}
    return {"club": slugs[0]} if len(slugs) == 1 else {}


def _show(
    request: HttpRequest,
    page: SheetPage,
    *,
    idempotency_key: UUID,
    edit_secret: str,
    draft_revision: int = 0,
    status: int = 200,
    posted: QueryDict | None = None,
    spent: SpentKeyError | None = None,
) -> HttpResponse:
    """Of `posted` what the sheet was prepared for, and for whom, as it was when the sheet was begun. Who they are goes
    on with a sheet that has lost its table.
    """
    description, kinds = page.ruleset.description, page.values.kinds
    purpose = posted.get("prepared", "") if posted else ""
    prepared = prepared_sheet(purpose, request.user) if purpose else None
    context = page.context() | {
        "known_names": names_to_offer(request.user, page.circumstances, page.known),
        # Who plays a prepared game is settled.
        "can_grow": not purpose and can_grow(description, kinds),
        "can_shrink": not purpose and can_shrink(description, kinds),
        "prepared": purpose,
        "prepared_for": prepared,
        "together": together_address(purpose) if prepared else "",
        "seated": (posted.get("seated") if posted else "") or (prepared.seating if prepared else ""),
        "seated_people": (posted.get("seated_people") if posted else "")
        or (seated_list(prepared_people(prepared, request.user), request.user) if prepared else ""),
        "spent": spent,
        "entry_key": idempotency_key,
        "edit_secret": "" if request.user.is_authenticated else edit_secret,
        "draft_url": reverse("games:draft", args=[idempotency_key]) if request.user.is_authenticated else "",
        "draft_revision": draft_revision,
        "action": reverse("games:new", args=[page.ruleset.description.key]),
        "preview_url": reverse("games:preview", args=[page.ruleset.description.key]),
    }
    return render(request, "sheets/new.html", context, status=status)
