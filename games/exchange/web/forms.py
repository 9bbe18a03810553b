"""What people say about a file to import.

Who is meant by which name of a file, and which clan by which spelling.

The games of a file as rows of the preview.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.formatting import parse_int
from caledonia_site.common.middleware import errors_as_messages
from games.clubs.models import Club
from games.exchange.enums import FileForm, NameKind, RowKind, RowState, UnknownNames
from games.exchange.formats.bounds import LARGEST_FILE
from games.exchange.models import ImportBatch, ImportName, ImportRow
from games.exchange.names import spelled
from games.exchange.selectors.imports import names_of
from games.exchange.services.names import (
    choose_dimension,
    choose_player,
    choose_unknown_names,
    match_again,
    players_meant,
)
from games.exchange.web.access import own_import
from games.exchange.wording import in_words
from games.players.models import Player
from games.results.models import Game
from games.results.selectors.players import KnownPlayers, known_players
from games.systems import label
from scoring import registry

RIGHT_FORMAT = gettext_lazy("Find out by itself")


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "An export of BG Stats, plays of BoardGameGeek, or a table with one row for each seat."
        ),
        error_messages={"empty": gettext_lazy("The file is empty.")},
    )
    form = forms.ChoiceField(
        label=gettext_lazy("Format"), choices=[("", RIGHT_FORMAT), *FileForm.choices], required=False
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Into the club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=gettext_lazy("No club: only for me"),
    )

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(
                gettext_lazy("The file is larger than %(megabytes)s MB.")
                % {"megabytes": LARGEST_FILE // 1_000_000},
                code="file_too_large",
            )
        return file


class RunForm(forms.Form):
    unknown_names = forms.ChoiceField(
        label=gettext_lazy("People nobody was matched with"),
        choices=UnknownNames.choices,
        widget=forms.RadioSelect,
    )
    takes_doubtful = forms.BooleanField(
        label=gettext_lazy("Import the doubtful games as well"), required=False
    )

    def __init__(self, *args: Any, has_club: bool, has_doubtful: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_club:
            del self.fields["unknown_names"]
        if not has_doubtful:
            del self.fields["takes_doubtful"]


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
    numbers = [parse_int(key, digits=18) for key in keys[:NAMES_ON_A_PAGE]]
    return [number for number in numbers if number is not None]


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


TONES = {
    RowKind.NEW: "tone-accent",
    RowKind.KNOWN: "",
    RowKind.DOUBTFUL: "tone-warning",
    RowKind.UNREADABLE: "tone-danger",
    RowKind.SKIPPED: "",
}


@dataclass(frozen=True, slots=True)
class ShownRow:
    where: str
    kind: str
    tone: str
    played_on: date | None
    system: str
    people: str
    remarks: list[str]
    game: Game | None


def shown_rows(rows: Iterable[ImportRow]) -> list[ShownRow]:
    return [_shown(row) for row in rows]


def _shown(row: ImportRow) -> ShownRow:
    record = row.record or {}
    system = record.get("system", "")
    people = " · ".join(
        f"{seat['name'] or '–'} {seat['total']}"
        for seat in sorted(record.get("seats", []), key=lambda seat: seat["place"])
    )
    remarks = [in_words(row.reason, system), *(in_words(one, system) for one in row.findings)]
    waiting = row.state == RowState.WAITING
    return ShownRow(
        where=row.where,
        kind=str(RowKind(row.kind).label if waiting else RowState(row.state).label),
        tone=TONES[RowKind(row.kind)] if waiting else "tone-success" if row.game_id else "tone-danger",
        played_on=date.fromisoformat(record["played_on"]) if record else None,
        system=str(label(system, f"system.{system}")) if system else "",
        people=people,
        remarks=[remark for remark in remarks if remark],
        game=row.game,
    )
