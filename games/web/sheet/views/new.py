"""The sheet of a new game."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from caledonia_site.common.errors import NotAllowedError, UserError
from games.clubs.models import Club, ClubQuerySet
from games.models import Draft, Game
from games.selectors.known_players import known_players
from games.services.errors import VersionConflictError
from games.services.record_game import record_game
from games.services.save_draft import save_draft
from games.web.sheet.circumstances import CircumstancesForm
from games.web.sheet.drafting import fields_of, posted_of
from games.web.sheet.entry import (
    Entry,
    entry_key_of,
    new_secret,
    refused,
    remember_secret,
    secret_of,
    submit,
)
from games.web.sheet.page import SheetPage
from games.web.sheet.people import prepared_people
from games.web.sheet.prepared import hand_over, prepared_sheet
from games.web.sheet.seating import (
    NoBlankSeatError,
    can_grow,
    can_shrink,
    with_one_fewer,
    with_one_more,
)
from games.web.sheet.values import SheetValues, empty_values, posted_values
from games.web.sheet.views.answering import lead_to
from scoring import registry
from scoring.description import Description
from scoring.ruleset import Ruleset

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
    return _show(request, page, entry_key=uuid4(), edit_secret=new_secret())


def _prepared(request: HttpRequest, ruleset: Ruleset[Any], asked: str) -> HttpResponse:
    """A sheet whose people are known already, such as a game of a league's schedule."""
    found = prepared_sheet(asked, request.user)
    if found is None or found.system != ruleset.description.key:
        messages.info(request, _("This game is not waiting for a result any more."))
        return redirect("games:start")
    kinds = (ruleset.description.seat_kinds[0].key,) * len(found.players)
    circumstances = CircumstancesForm(
        clubs=clubs_to_record_in(request.user), initial={"club": found.club.slug}
    )
    page = SheetPage(
        ruleset=ruleset,
        values=SheetValues(
            kinds=kinds, names=tuple(one.shown for one in prepared_people(found)), cells=dict(found.cells)
        ),
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
    )
    return _show(request, page, entry_key=uuid4(), edit_secret=new_secret(), prepared=asked)


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
    entry_key, edit_secret = entry_key_of(posted), secret_of(posted)
    if action == "record":
        with transaction.atomic():
            # In one transaction: a worker that dies leaves no game without its place in a schedule.
            recorded = _record(request, entry, entry_key, edit_secret)
            misfit = _hand_over(request, posted, recorded) if isinstance(recorded, Game) else ""
        if isinstance(recorded, Game):
            if recorded.recorded_by_id is None:
                remember_secret(request, recorded, edit_secret)
            messages.success(request, _("The game is recorded."))
            if misfit:
                messages.warning(request, misfit)
            return lead_to(request, recorded)
        return _show(
            request,
            recorded.page(),
            entry_key=entry_key,
            edit_secret=edit_secret,
            status=REFUSED,
            prepared=posted.get("prepared", ""),
        )
    if action == "draft" and request.user.is_authenticated:
        try:
            _keep(request, ruleset, posted, entry_key)
        except VersionConflictError as error:
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
        entry_key=entry_key,
        edit_secret=edit_secret,
        draft_revision=_revision(posted),
        prepared=posted.get("prepared", ""),
    )


def _hand_over(request: HttpRequest, posted: QueryDict, game: Game) -> str:
    """The game is recorded in any case; whoever waited for it may still say why it is not the one."""
    try:
        hand_over(posted.get("prepared", ""), game, request.user)
    except UserError as error:
        return str(error)
    return ""


def _entry(request: HttpRequest, ruleset: Ruleset[Any], posted: QueryDict) -> Entry:
    circumstances = CircumstancesForm(posted, clubs=clubs_to_record_in(request.user))
    found = prepared_sheet(posted.get("prepared", ""), request.user)
    return Entry(
        ruleset=ruleset,
        values=posted_values(ruleset.description, posted),
        posted=posted,
        circumstances=circumstances,
        known=known_players(request.user, circumstances.chosen_club),
        kept=prepared_people(found) if found else (),
    )


def _record(request: HttpRequest, entry: Entry, entry_key: UUID, edit_secret: str) -> Game | Entry:
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
                entry_key=entry_key,
                edit_secret="" if request.user.is_authenticated else edit_secret,
                warnings_confirmed=entry.warnings_accepted,
            ),
        )
    except NotAllowedError:
        raise
    except UserError as error:
        return refused(entry, error)


def _keep(request: HttpRequest, ruleset: Ruleset[Any], posted: QueryDict, entry_key: UUID) -> None:
    account: Any = request.user
    save_draft(
        actor=account,
        entry_key=entry_key,
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
        entry_key = UUID(key)
    except ValueError:
        raise Http404 from None
    drafts = Draft.objects.filter(owner=request.user.pk or 0, system=ruleset.description.key)
    draft = get_object_or_404(drafts, entry_key=entry_key)
    entry = _entry(request, ruleset, posted_of(draft.content))
    if not entry.values.kinds:
        raise Http404
    page = replace(entry.page(), open_seat=0, open_round=0)
    return _show(
        request,
        page,
        entry_key=entry_key,
        edit_secret=new_secret(),
        draft_revision=draft.revision,
        prepared=entry.posted.get("prepared", ""),
    )


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
    entry_key: UUID,
    edit_secret: str,
    draft_revision: int = 0,
    status: int = 200,
    prepared: str = "",
) -> HttpResponse:
    description, kinds = page.ruleset.description, page.values.kinds
    context = page.context() | {
        # Who plays a prepared game is settled.
        "can_grow": not prepared and can_grow(description, kinds),
        "can_shrink": not prepared and can_shrink(description, kinds),
        "prepared": prepared,
        "prepared_for": prepared_sheet(prepared, request.user) if prepared else None,
        "entry_key": entry_key,
        "edit_secret": "" if request.user.is_authenticated else edit_secret,
        "draft_url": reverse("games:draft", args=[entry_key]) if request.user.is_authenticated else "",
        "draft_revision": draft_revision,
        "action": reverse("games:new", args=[page.ruleset.description.key]),
        "preview_url": reverse("games:preview", args=[page.ruleset.description.key]),
    }
    return render(request, "games/sheet/new.html", context, status=status)
