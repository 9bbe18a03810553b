"""Who is meant by which name of a file, and which clan by which spelling."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.user_errors import errors_as_messages
from games.exchange.enums import NameKind, UnknownNames
from games.exchange.models import ImportBatch, ImportName
from games.exchange.selectors.imports import names_of
from games.exchange.services.choose_meaning import choose_dimension, choose_player, choose_unknown_names
from games.exchange.services.match_names import match_again, players_meant
from games.exchange.spelling import spelled
from games.exchange.web.access import own_import
from games.players.models import Player
from games.selectors.known_players import KnownPlayers, known_players
from games.wording import label
from scoring import registry

NAMES_ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class NameRow:
    """`chosen` is what it means now ("": nobody said): a clan of `choices`, or a player as they are written.
    `problem` is what was typed and means nobody here.
    """

    name: ImportName
    chosen: str
    is_player: bool = False
    choices: Sequence[tuple[str, str]] = ()
    problem: bool = False


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, public_id: str) -> HttpResponse:
    batch = own_import(request, public_id)
    if not batch.may_run:
        return redirect(batch)
    text, only_unmatched = request.GET.get("name", "")[:80], "unmatched" in request.GET
    found = names_of(batch, text=spelled(text)[1], only_unmatched=only_unmatched)
    page = Paginator(found.select_related("player"), NAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    known = known_players(request.user, batch.club)
    unknown: dict[int, str] = {}
    if request.method == "POST":
        # Those that were on the page, whatever answers of others would put there now.
        listed = list(batch.names.filter(pk__in=_sent(request)).select_related("player"))
        with errors_as_messages(request):
            unknown = _choose_all(request, batch, listed, known)
            if not unknown:
                messages.success(request, _("Noted, also for later imports."))
                return redirect(batch if page.paginator.num_pages == 1 else request.get_full_path())
    context = {
        "batch": batch,
        "page": page,
        "rows": _rows(listed, known, unknown),
        "labels": known.labels,
        "text": text,
        "only_unmatched": only_unmatched,
        "unmatched": names_of(batch, only_unmatched=True).count(),
    }
    return render(request, "exchange/names.html", context, status=422 if unknown else 200)


@require_POST
@login_required
def all_names(request: HttpRequest, public_id: str) -> HttpResponse:
    """One answer for all names nobody was matched with."""
    batch = own_import(request, public_id)
    answer = request.POST.get("answer", "")
    with errors_as_messages(request):
        if answer in UnknownNames.values:
            choose_unknown_names(actor=request.user, batch=batch, unknown_names=UnknownNames(answer))
            messages.success(request, _("Noted. It holds for everybody who is not matched when you import."))
            return redirect(batch)
        number = match_again(actor=request.user, batch=batch)
        said = ngettext("%(number)s name was matched.", "%(number)s names were matched.", number)
        messages.success(request, said % {"number": number})
    return redirect("exchange:names", public_id=public_id)


def _sent(request: HttpRequest) -> list[int]:
    keys = [key.removeprefix("name-") for key in request.POST if key.startswith("name-")]
    return [int(key) for key in keys[:NAMES_ON_A_PAGE] if key.isascii() and key.isdigit() and len(key) < 19]


def _rows(names: Iterable[ImportName], known: KnownPlayers, unknown: dict[int, str]) -> list[NameRow]:
    labels = {player.pk: text for text in known.labels if (player := known.named(text))}
    rows = []
    for name in names:
        if name.kind == NameKind.DIMENSION:
            rows.append(NameRow(name, chosen=name.dimension, choices=_dimensions(name.system)))
        else:
            player = name.player
            now = labels.get(player.pk, player.name) if player else ""
            rows.append(
                NameRow(name, is_player=True, chosen=unknown.get(name.pk, now), problem=name.pk in unknown)
            )
    return rows


def _dimensions(system: str) -> list[tuple[str, str]]:
    description = registry.get(system).description
    field = next(one for one in description.seat if one.key == description.dimension)
    return [(str(key), str(label(system, f"choice.{field.key}.{key}"))) for key in field.choices]


def _choose_all(
    request: HttpRequest, batch: ImportBatch, names: Iterable[ImportName], known: KnownPlayers
) -> dict[int, str]:
    """Note what was said; gives back what was typed and means nobody, by the number of the name."""
    unknown: dict[int, str] = {}
    for name in names:
        said = request.POST.get(f"name-{name.pk}")
        if said is None:
            continue
        if name.kind == NameKind.DIMENSION:
            if said != name.dimension:
                choose_dimension(actor=request.user, name=name, dimension=said)
            continue
        player = _player(batch, known, said)
        if said.strip() and player is None:
            unknown[name.pk] = said[:80]
        elif player != name.player:
            choose_player(actor=request.user, name=name, player=player)
    return unknown


def _player(batch: ImportBatch, known: KnownPlayers, said: str) -> Player | None:
    """Of a large club not everybody is offered, but everybody can be typed."""
    key = spelled(said)[1]
    return (known.named(said) or players_meant(batch, [key]).get(key)) if key else None
