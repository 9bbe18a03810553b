"""Where a recorded sheet leads, and what scripts are told.

The sheet of a new game.
"""

from dataclasses import replace
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from caledonia_site.common.errors import NotAllowedError, UserError
from games.clubs.models import Club, ClubQuerySet
from games.results.models import Draft, Game
from games.results.selectors.players import known_players
from games.results.services.drafts import save_draft
from games.results.services.errors import (
    AlreadyRecordedError,
    KeyOfAnotherGameError,
    ResultElsewhereError,
    SpentKeyError,
)
from games.results.services.record import record_game
from games.results.web.proofs import kept_device, remember_secret
from games.sheets.form import CircumstancesForm
from games.sheets.page import SheetPage, fields_of, posted_of
from games.sheets.prefill import NotWaitingError, Prepared, hand_over, prepared_sheet, why_not_prepared
from games.sheets.seats import NoBlankSeatError, can_grow, can_shrink, with_one_fewer, with_one_more
from games.sheets.submission import (
    Entry,
    Kept,
    entry_key_of,
    new_secret,
    people_seated,
    prepared_people,
    refused,
    seated_list,
    secret_of,
    submit,
)
from games.sheets.values import SheetValues, empty_values, posted_values
from scoring import registry
from scoring.description import Description
from scoring.ruleset import Ruleset


def is_script(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


def lead_to(request: HttpRequest, game: Game) -> HttpResponse:
    """A script is told the address and goes there itself: following a redirect, it would fetch the page unseen
    and use up the messages that stand on it."""
    if is_script(request):
        return JsonResponse({"game": game.get_absolute_url()})
    return redirect(game)


def tell_of_spent_key(error: SpentKeyError) -> JsonResponse:
    """With the address of the game the key was used for, as far as it is the sender's."""
    address = error.game.get_absolute_url() if error.game else ""
    return JsonResponse({"code": error.code, "detail": str(error), "game": address}, status=error.status)


REFUSED = 422
SEATING = {"more": with_one_more, "fewer": with_one_fewer}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_sheet(request: HttpRequest, system: str) -> HttpResponse:
    ruleset = ruleset_at(system)
    if request.method == "POST":
        return _posted(request, ruleset, request.POST)
    if draft_key := request.GET.get("draft"):
        return _draft(request, ruleset, draft_key)
    if asked := request.GET.get("prepared"):
        return _prepared(request, ruleset, asked)
    kinds = _asked_kinds(ruleset.description, request.GET)
    if kinds is None:
        return redirect("games:start")
    clubs = clubs_to_record_in(request.user)
    circumstances = CircumstancesForm(clubs=clubs, initial=_first_club(clubs, request.GET.get("club", "")))
    page = SheetPage(
        ruleset=ruleset,
        values=empty_values(kinds),
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
    )
    return _show(request, page, idempotency_key=uuid4(), edit_secret=new_secret())


def _prepared(request: HttpRequest, ruleset: Ruleset[Any], asked: str) -> HttpResponse:
    """A sheet whose people are known already, such as a game of a league's schedule."""
    found = prepared_sheet(asked, request.user)
    if found is None or found.system != ruleset.description.key:
        if not request.user.is_authenticated:
            # Of every table, also of one that is not there: a private club's are not told from it.
            messages.info(request, _("Sign in to enter the result of this table."))
            return redirect_to_login(request.get_full_path())
        messages.info(request, str(NotWaitingError() if found else why_not_prepared(asked, request.user)))
        if _asked_kinds(ruleset.description, request.GET) is None:
            return redirect("games:start")
        # Asked for by a sheet that was begun in time: what was typed goes on as a game of its own.
        plain = request.GET.copy()
        del plain["prepared"]
        return redirect(f"{request.path}?{plain.urlencode()}")
    kinds = (ruleset.description.seat_kinds[0].key,) * len(found.players)
    circumstances = CircumstancesForm(
        clubs=clubs_to_record_in(request.user), initial={"club": found.club.slug}
    )
    page = SheetPage(
        ruleset=ruleset,
        values=SheetValues(
            kinds=kinds,
            names=tuple(one.shown for one in prepared_people(found, request.user)),
            cells=dict(found.cells),
        ),
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
    )
    purpose = QueryDict(mutable=True)
    purpose.update({"prepared": asked, "seated": found.seating})
    return _show(request, page, idempotency_key=uuid4(), edit_secret=new_secret(), posted=purpose)


def ruleset_at(system: str) -> Ruleset[Any]:
    try:
        return registry.get(system)
    except KeyError:
        raise Http404 from None


def clubs_to_record_in(user: Any) -> ClubQuerySet | None:
    """The viewer's clubs; None without any, so that nobody is asked."""
    if not user.is_authenticated:
        return None
    clubs = Club.objects.of(user).for_viewer(user)
    return clubs if clubs.exists() else None


def _posted(request: HttpRequest, ruleset: Ruleset[Any], posted: QueryDict) -> HttpResponse:
    action = posted.get("action")
    entry = _entry(request, ruleset, posted)
    if not entry.values.kinds:
        return redirect("games:start")
    idempotency_key, edit_secret = entry_key_of(posted), secret_of(posted)
    if action == "record":
        try:
            with transaction.atomic():
                # In one transaction: a worker that dies leaves no game without its place in a schedule.
                recorded = _record(request, entry, idempotency_key, edit_secret)
                said = _hand_over(request, posted, recorded) if isinstance(recorded, Game) else _Said()
        except SpentKeyError as error:
            return _under_new_key(request, entry, error)
        if isinstance(recorded, Game):
            if recorded.recorded_by_id is None:
                remember_secret(request, recorded, edit_secret)
            if said.instead:
                messages.info(request, said.instead)
            else:
                messages.success(request, _("The game is recorded."))
            if said.misfit:
                messages.warning(request, said.misfit)
            return lead_to(request, recorded)
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
            return _under_new_key(request, entry, error)
        except UserError as error:
            entry = refused(entry, error)
        else:
            return redirect("games:drafts")
    if action in SEATING:
        try:
            entry = replace(entry, values=SEATING[action](ruleset.description, entry.values))
        except NoBlankSeatError as error:
            entry = refused(entry, error)
    return _show(
        request,
        entry.page(),
        idempotency_key=idempotency_key,
        edit_secret=edit_secret,
        draft_revision=_revision(posted),
        posted=posted,
    )


def _under_new_key(request: HttpRequest, entry: Entry, error: SpentKeyError) -> HttpResponse:
    """Nothing that was typed is lost: sent once more, it is a new game. A script takes a new key itself."""
    if is_script(request):
        return tell_of_spent_key(error)
    return _show(
        request,
        refused(entry, error).page(),
        idempotency_key=uuid4(),
        edit_secret=new_secret(),
        status=error.status,
        posted=entry.posted,
        spent=error,
    )


class _Said(NamedTuple):
    """By whoever waited for a game: in the place of "recorded", or why it is not the one."""

    instead: str = ""
    misfit: str = ""


def _hand_over(request: HttpRequest, posted: QueryDict, game: Game) -> _Said:
    """The game is recorded in any case."""
    try:
        return _Said(instead=hand_over(posted.get("prepared", ""), game, request.user))
    except ResultElsewhereError as error:
        # Recorded before, for another table.
        raise KeyOfAnotherGameError(game) from error
    except UserError as error:
        return _Said(misfit=str(error))


def _entry(request: HttpRequest, ruleset: Ruleset[Any], posted: QueryDict) -> Entry:
    found = prepared_sheet(posted.get("prepared", ""), request.user)
    if found and "club" not in posted:
        # From a copy of the page that was kept without an account, and with it without clubs.
        posted = posted.copy()
        posted["club"] = found.club.slug
    circumstances = CircumstancesForm(posted, clubs=clubs_to_record_in(request.user))
    return Entry(
        ruleset=ruleset,
        values=posted_values(ruleset.description, posted),
        posted=posted,
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
        kept=_kept(posted, found, request.user),
    )


def _kept(posted: QueryDict, found: Prepared | None, viewer: Any) -> list[Kept]:
    """Whom the sheet was begun with, whatever has become of its table."""
    if begun_with := people_seated(posted.get("seated_people", ""), viewer):
        return begun_with
    return prepared_people(found, viewer) if found else []


def _record(request: HttpRequest, entry: Entry, idempotency_key: UUID, edit_secret: str) -> Game | Entry:
    try:
        return submit(
            entry,
            lambda circumstances: record_game(
                actor=request.user,
                system=entry.ruleset.description.key,
                sheet=entry.sheet,
                circumstances=circumstances,
                people=entry.people,
                club=entry.circumstances.chosen_club,
                idempotency_key=idempotency_key,
                edit_secret="" if request.user.is_authenticated else edit_secret,
                device=kept_device(request),
                warnings_confirmed=entry.warnings_accepted,
            ),
        )
    except (NotAllowedError, SpentKeyError):
        raise
    except UserError as error:
        return refused(entry, error)


def _keep(request: HttpRequest, ruleset: Ruleset[Any], posted: QueryDict, idempotency_key: UUID) -> None:
    account: Any = request.user
    save_draft(
        actor=account,
        idempotency_key=idempotency_key,
        system=ruleset.description.key,
        content={"fields": fields_of(posted)},
        expected_revision=_revision(posted),
    )


def _revision(posted: QueryDict) -> int:
    sent = posted.get("draft_revision", "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 9 else 0


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
    posted = posted_of(draft.content)
    if draft.prepared and not _is_still_for(posted, prepared_sheet(draft.prepared, request.user)):
        messages.warning(
            request, _("The table of this sheet has changed. What you record here is a game of its own.")
        )
        del posted["prepared"]
    entry = _entry(request, ruleset, posted)
    if not entry.values.kinds:
        raise Http404
    page = replace(entry.page(), open_seat=0, open_round=0)
    return _show(
        request,
        page,
        idempotency_key=idempotency_key,
        edit_secret=new_secret(),
        draft_revision=draft.revision,
        posted=posted,
    )


def _is_still_for(posted: QueryDict, found: Prepared | None) -> bool:
    """Whether the sheet was begun for the people who sit there now."""
    return found is not None and posted.get("seated") == found.seating


def _asked_kinds(description: Description, asked: QueryDict) -> list[str] | None:
    """Who sits there by the address: `?human=3&automa=1`. None when no game has such a table."""
    kinds: list[str] = []
    for kind in description.seat_kinds:
        sent = asked.get(kind.key, "0")
        number = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 3 else 0
        if number > kind.maximum:
            return None
        kinds += [kind.key] * number
    return kinds if description.fewest_seats <= len(kinds) <= description.most_seats else None


def _first_club(clubs: ClubQuerySet | None, asked: str) -> dict[str, Any]:
    """The club of the address; without one, the only club somebody has."""
    if clubs is None:
        return {}
    slugs = [club.slug for club in clubs[:100]]
    if asked in slugs:
        return {"club": asked}
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
    prepared = posted.get("prepared", "") if posted else ""
    found = prepared_sheet(prepared, request.user) if prepared else None
    context = page.context() | {
        # Who plays a prepared game is settled.
        "can_grow": not prepared and can_grow(description, kinds),
        "can_shrink": not prepared and can_shrink(description, kinds),
        "prepared": prepared,
        "prepared_for": found,
        "seated": (posted.get("seated") if posted else "") or (found.seating if found else ""),
        "seated_people": (posted.get("seated_people") if posted else "")
        or (seated_list(prepared_people(found, request.user), request.user) if found else ""),
        "spent": spent,
        "entry_key": idempotency_key,
        "edit_secret": "" if request.user.is_authenticated else edit_secret,
        "draft_url": reverse("games:draft", args=[idempotency_key]) if request.user.is_authenticated else "",
        "draft_revision": draft_revision,
        "action": reverse("games:new", args=[page.ruleset.description.key]),
        "preview_url": reverse("games:preview", args=[page.ruleset.description.key]),
    }
    return render(request, "sheets/new.html", context, status=status)
