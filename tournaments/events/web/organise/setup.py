"""Setting up a tournament, its settings and its stages."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.formatting import parse_int
from games.clubs.web.access import club_allowing, signed_in_player
from tournaments.events.models import Event, EventAuditRecord
from tournaments.events.selectors.events import history_of
from tournaments.events.services.errors import EventChangedError, StagesError
from tournaments.events.services.events import change_event, create_event
from tournaments.events.services.stages import change_stages
from tournaments.events.web.organise.access import (
    event_allowing,
    for_organisers,
    organising_context,
    put_event_error,
    to,
)
from tournaments.events.web.organise.setup_forms import NewEventForm, SettingsForm, settings_values
from tournaments.events.web.organise.stage_forms import (
    MOST_STAGES,
    StageForm,
    new_stage_values,
    put_stage_violations,
    read_stages,
    stage_values,
)
from tournaments.events.wording import describe_stage


@signed_in_player
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "events.create_event")
    form = NewEventForm(
        request.POST if request.method == "POST" else None,
        initial=NewEventForm.first_values(timezone.localdate()),
    )
    if request.method == "POST" and form.is_valid():
        try:
            event = create_event(
                actor=request.user,
                club=club,
                details=form.details(),
                stages=form.stages(),
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            messages.success(request, _("The tournament is set up. Everything can still be changed."))
            return to("run", event)
    return render(request, "events/organise/new.html", {"form": form, "club": club})


@for_organisers
def settings(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key)
    form = SettingsForm(
        request.POST if request.method == "POST" else None, initial=settings_values(event), event=event
    )
    changed = None
    if request.method == "POST" and form.is_valid():
        try:
            version = form.cleaned_data["version"]
            event = change_event(actor=request.user, event=event, version=version, details=form.details())
        except NotAllowedError:
            raise
        except EventChangedError as error:
            form, changed = _kept(request, event, form), _what_happened(request, event, error)
        except UserError as error:
            put_event_error(form, error)
        else:
            messages.success(request, _("The settings are saved."))
            return to("run", event)
    context = organising_context(request, event, "settings", form=form, changed=changed)
    return render(request, "events/organise/settings.html", context)


def _kept(request: HttpRequest, event: Event, form: SettingsForm) -> SettingsForm:
    """What was typed, over the tournament as it is now; saving again is then a choice. What differs is marked."""
    data = request.POST.copy()
    data["version"] = str(event.version)
    kept = SettingsForm(data, initial=settings_values(event), event=event)
    for name in kept.changed_data:
        if name != "version":
            now = _shown_value(kept, name)
            kept[name].help_text = _("Now: %(value)s") % {"value": now}
    return kept


def _shown_value(form: SettingsForm, name: str) -> str:
    """The stored value as the form calls it."""
    field, value = form.fields[name], form.initial.get(name)
    choices: Mapping[Any, Any] = dict(getattr(field, "choices", ()))
    if isinstance(value, list):
        return ", ".join(str(choices.get(choice, choice)) for choice in value) or "–"
    if isinstance(value, bool):
        return pgettext("a setting", "yes") if value else pgettext("a setting", "no")
    return str(choices.get(value, value)) if value not in (None, "") else "–"


def _what_happened(request: HttpRequest, event: Event, error: UserError) -> dict[str, Any]:
    """Who changed it meanwhile: the newest line of the history about settings or stages."""
    line: EventAuditRecord | None = (
        history_of(event, request.user).filter(kind__in=["changed", "stages"]).first()
    )
    return {"error": str(error), "line": line}


@for_organisers
def stages(request: HttpRequest, key: str) -> HttpResponse:
    """Without a script, too: adding, taking away and moving a stage show the form again with nothing lost."""
    event = event_allowing(request, key)
    stored = [stage.stage for stage in event.stages.order_by("number")]
    version, changed = event.version, None
    if request.method != "POST":
        blocks = [StageForm(initial=stage_values(stage), prefix=_prefix(i)) for i, stage in enumerate(stored)]
    else:
        version = parse_int(request.POST.get("version", ""), digits=9) or 0
        rows = _arranged(_sent_rows(request.POST), request.POST.get("do", "save"))
        blocks = [StageForm(row, prefix=_prefix(index)) for index, row in enumerate(rows)]
        if request.POST.get("do", "save") == "save":
            chosen = read_stages(blocks) if blocks else []
            if chosen is not None:
                try:
                    change_stages(actor=request.user, event=event, version=version, stages=chosen)
                except NotAllowedError:
                    raise
                except EventChangedError as error:
                    changed, version = _what_happened(request, event, error), event.version
                except StagesError as error:
                    put_stage_violations(blocks, error.violations)
                    messages.error(request, str(error))
                except UserError as error:
                    messages.error(request, str(error))
                else:
                    messages.success(request, _("The stages are saved."))
                    return to("run", event)
        else:
            # Only rearranged: nobody asked yet whether it is right.
            blocks = [_unasked(row, index) for index, row in enumerate(rows)]
    context = organising_context(
        request,
        event,
        "settings",
        blocks=blocks,
        version=version,
        changed=changed,
        now=[describe_stage(stage) for stage in stored],
        begun=event.stages.filter(rounds__isnull=False).distinct().count(),
        may_add=len(blocks) < MOST_STAGES,
    )
    return render(request, "events/organise/stages.html", context)


def _prefix(index: int) -> str:
    return f"stage-{index}"


def _sent_rows(sent: Any) -> list[dict[str, str]]:
    """Each block of the form, without its number."""
    rows = []
    for index in range(MOST_STAGES):
        begin = f"{_prefix(index)}-"
        row = {name.removeprefix(begin): sent[name] for name in sent if name.startswith(begin)}
        if row:
            rows.append(row)
    return rows


def _arranged(rows: list[dict[str, str]], do: str) -> list[dict[str, str]]:
    """After "add", "remove:2", "up:1" or "down:0"; whatever else is asked leaves them as they are."""
    what, _colon, text = do.partition(":")
    position = parse_int(text, digits=2)
    at = -1 if position is None else position
    if what == "add" and len(rows) < MOST_STAGES:
        new = {name: _as_sent(value) for name, value in new_stage_values(is_first=not rows).items()}
        rows = [*rows, {name: value for name, value in new.items() if value}]
    elif what == "remove" and 0 <= at < len(rows):
        rows = [row for index, row in enumerate(rows) if index != at]
    elif what in {"up", "down"}:
        other = at - 1 if what == "up" else at + 1
        if 0 <= at < len(rows) and 0 <= other < len(rows):
            rows[at], rows[other] = rows[other], rows[at]
    return [
        {f"{_prefix(index)}-{name}": value for name, value in row.items()} for index, row in enumerate(rows)
    ]


def _as_sent(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    if isinstance(value, list):
        return " ".join(value)
    return "" if value is None else str(value)


def _unasked(row: dict[str, str], index: int) -> StageForm:
    begin = f"{_prefix(index)}-"
    return StageForm(
        initial={name.removeprefix(begin): value for name, value in row.items()}, prefix=_prefix(index)
    )
