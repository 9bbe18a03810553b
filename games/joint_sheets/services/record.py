"""A joint sheet becomes a game: from what is stored, by whoever keeps it, with the word of everybody who is done."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import QueryDict

from caledonia_site.common.errors import UserError
from games.clubs.models import Club, ClubQuerySet, Membership
from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import KEEPERS_FIELDS, values_in
from games.joint_sheets.services.changes import fields_of, tidy
from games.joint_sheets.services.choices import close
from games.joint_sheets.services.errors import (
    ChangedMeanwhileError,
    NotKeeperError,
    NotYourClubError,
    SignInToRecordError,
)
from games.joint_sheets.services.phones import LockedSheet, locked, player_of, require_phone, unsealed
from games.players.actors import Actor
from games.results.enums import VerdictMeans
from games.results.models import Game
from games.results.services.errors import SpentKeyError
from games.results.services.proofs import Proof, Ticket
from games.results.services.results import Person
from games.results.services.verdicts import confirm_result
from games.sheets.prefill import NotAtTableError, prepared_sheet, why_not_prepared
from games.sheets.record import Recorded, clubs_to_record_in, record_submission, submission_of
from games.sheets.submission import SeatedPerson, Submission, people_of_ids
from games.sheets.values import posted_values
from scoring import registry
from scoring.paths import seat_path

# Of the recorder's page, and of nobody else's: what they were warned of, by which rules, which tabs were open.
_OF_PAGE = ("warnings_confirmed", "rules", "shown_totals", "_seat", "_round")


def record_sheet(
    *, actor: Actor, device: str, key: str, posted: QueryDict, edit_secret: str
) -> Recorded | Submission:
    """The game, or the sheet with what is wrong. `posted` is the form as the recorder sees it.

    Raises NotJoinedError, NotKeeperError, SheetOverError, ChangedMeanwhileError, NotYourClubError, NotAllowedError, and
    SpentKeyError: sent once more, it is a game of its own.
    """
    try:
        return _record(actor, device, key, posted, edit_secret)
    except SpentKeyError:
        JointSheet.objects.filter(key=key, state=JointState.OPEN).update(entry_key=uuid4())
        raise


@transaction.atomic
def _record(
    actor: Actor, device: str, key: str, posted: QueryDict, edit_secret: str
) -> Recorded | Submission:
    held = locked(key)
    recorder = _require_recorder(held, device, actor)
    typed = values_in(held.cells)
    _require_club(actor, typed)
    _require_same(held, typed, posted)
    form = form_of(held.sheet, typed)
    for name in _OF_PAGE:
        if name in posted:
            form[name] = posted.get(name, "")
    recorded = record_submission(
        actor=actor,
        submission=submission_on(actor, held.sheet, form, held.here),
        idempotency_key=held.sheet.entry_key,
        edit_secret=edit_secret,
        device=device,
    )
    if isinstance(recorded, Recorded):
        recorder.save(update_fields=["heard_at", "account", "done"])
        _confirm_for_phones(held, recorder, recorded.game)
        held.sheet.game = recorded.game
        close(held, JointState.RECORDED)
    return recorded


def _require_recorder(held: LockedSheet, device: str, actor: Actor) -> JointPhone:
    """The keeper; of a table of a tournament or league everybody here who may enter its result."""
    phone = require_phone(held, device, actor)
    prepared = held.sheet.prepared
    if prepared and prepared_sheet(prepared, actor):
        return phone
    if phone.number != held.sheet.keeper:
        raise NotKeeperError
    # The slip of the table lets everybody fill in, and nobody record who could not without it. Of a table that waits
    # for nobody any more it is a game of its own.
    if prepared and (
        not actor.is_authenticated or isinstance(why_not_prepared(prepared, actor), NotAtTableError)
    ):
        raise SignInToRecordError
    return phone


def _require_club(actor: Actor, typed: Mapping[str, Sequence[str]]) -> None:
    """Somebody else may have chosen it: it is not dropped unseen."""
    if slug := _first(typed, "club"):
        clubs = clubs_to_record_in(actor)
        if clubs is None or not clubs.filter(slug=slug).exists():
            raise NotYourClubError


def _require_same(held: LockedSheet, typed: Mapping[str, Sequence[str]], posted: QueryDict) -> None:
    """The recorder has seen what will be recorded. A field their page has not is none they could have seen."""
    for name in fields_of(held):
        if name in KEEPERS_FIELDS and name not in posted:
            continue
        if tidy(typed.get(name, ())) != tidy(posted.getlist(name)):
            raise ChangedMeanwhileError


def form_of(sheet: JointSheet, typed: Mapping[str, Sequence[str]]) -> QueryDict:
    """What is stored, as a browser would post it."""
    form = QueryDict(mutable=True)
    for name, values in typed.items():
        form.setlist(name, list(values))
    if sheet.prepared:
        form["prepared"] = sheet.prepared
    return form


def submission_on(
    actor: Actor, sheet: JointSheet, form: QueryDict, phones: Sequence[JointPhone]
) -> Submission:
    """The sheet with the people who sit there: those it was prepared with, and whoever is signed in on the phone of a
    seat, if no club is chosen or they are in it.
    """
    club = Club.objects.filter(slug=form.get("club", "")).first()
    people = dict(enumerate(people_of_ids(sheet.people)))
    if not sheet.prepared:
        people |= _people_on_phones(phones, club)
    ruleset = registry.get(sheet.system)
    form = form.copy()
    kept = []
    for seat in posted_values(ruleset.description, form).seats:
        person = people.get(seat)
        name = seat_path(seat, "player")
        if person and person.shown == "" and person.person.player:
            # By account, whatever is typed there.
            form[name] = called = form.get(name, "").strip() or person.person.player.name
            person = SeatedPerson(person.person, called)
        kept.append(person or SeatedPerson(Person(), ""))
    return submission_of(actor, ruleset, form, kept=kept, clubs=_clubs_to_choose(actor, club))


def _clubs_to_choose(actor: Actor, chosen: Club | None) -> ClubQuerySet | None:
    """The actor's; and the one somebody else has chosen, so that it is seen, and can be taken away."""
    clubs = clubs_to_record_in(actor)
    if chosen is None or (clubs is not None and clubs.filter(pk=chosen.pk).exists()):
        return clubs
    other = Club.objects.filter(pk=chosen.pk)
    return (
        other
        if clubs is None
        else Club.objects.filter(pk__in=[chosen.pk, *clubs.values_list("pk", flat=True)])
    )


def _people_on_phones(phones: Sequence[JointPhone], club: Club | None) -> dict[int, SeatedPerson]:
    """Shown as nothing: they sit there whatever name is typed."""
    seated = {
        phone.seat: player for phone in phones if phone.seat is not None and (player := player_of(phone))
    }
    if club is not None:
        members = Membership.objects.filter(club=club, player__in=list(seated.values()))
        inside = set(members.values_list("player_id", flat=True))
        seated = {seat: player for seat, player in seated.items() if player.pk in inside}
    return {seat: SeatedPerson(Person(player=player), "") for seat, player in seated.items()}


def _confirm_for_phones(held: LockedSheet, recorder: JointPhone, game: Game) -> None:
    """Who said "done" on another phone has confirmed by that, as far as the rules of confirming let them."""
    seats = {seat.index: seat for seat in game.seats.all()}
    ticket = Ticket(means=VerdictMeans.TABLE, game_id=game.pk, index=None, shown_by=game.recorded_by_id)
    for phone in held.here:
        if phone is recorder or not phone.done or phone.seat not in seats:
            continue
        account = phone.account if phone.account and phone.account.is_active else None
        # Who may not simply has not confirmed; that is nothing to whoever records.
        with suppress(UserError), transaction.atomic():
            confirm_result(
                actor=account or AnonymousUser(),
                seat=seats[phone.seat],
                version=game.version,
                proof=Proof(device=unsealed(phone), ticket=ticket),
            )


def _first(typed: Mapping[str, Sequence[str]], name: str) -> str:
    values: Any = typed.get(name) or [""]
    return str(values[0])
