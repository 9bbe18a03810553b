"""Reading a posted sheet and handing it to the service: the same for a new game and for a correction."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, QueryDict

from caledonia_site.common.errors import UserError
from games.models import Game
from games.selectors.known_players import KnownPlayers
from games.services.devices import new_device
from games.services.edit_secrets import Proof
from games.services.errors import SheetRejectedError, WarningsUnconfirmedError
from games.services.results import Circumstances, Person
from games.services.rights import may_correct, may_see_history, was_entered_by
from games.services.tickets import Ticket
from games.web.devices import device_of, kept_device
from games.web.sheet.circumstances import CircumstancesForm
from games.web.sheet.page import SheetPage, is_accepted, open_tabs
from games.web.sheet.people import Kept, name_problems, people_of
from games.web.sheet.values import SheetValues, applicable
from scoring.ruleset import Ruleset
from scoring.types import Violation

SESSION_KEY = "edit_secrets"
# The newest games of a browser without an account; older ones are corrected after signing in.
SECRETS_KEPT = 30
_SECRET_LENGTH = range(20, 101)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A posted sheet with everything needed to record it, or to show it again with what is wrong."""

    ruleset: Ruleset[Any]
    values: SheetValues
    posted: QueryDict
    circumstances: CircumstancesForm
    known: KnownPlayers
    kept: Sequence[Kept] = ()
    violations: tuple[Violation, ...] = ()
    general_errors: tuple[str, ...] = ()
    warnings_asked: bool = False
    sheet: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sheet", applicable(self.ruleset.description, self.values).sheet)

    @property
    def people(self) -> list[Person]:
        return people_of(self.ruleset.description, self.values, self.known, self.kept)

    @property
    def warnings_accepted(self) -> bool:
        return is_accepted(self.posted, self.ruleset.check(self.sheet).warnings)

    def page(self) -> SheetPage:
        return SheetPage(
            ruleset=self.ruleset,
            values=self.values,
            circumstances=self.circumstances,
            known=self.known,
            violations=self.violations,
            general_errors=self.general_errors,
            warnings_accepted=self.warnings_accepted,
            warnings_asked=self.warnings_asked,
            **open_tabs(self.ruleset.description, self.posted, self.violations),
        )


def submit(entry: Entry, write: Callable[[Circumstances], Game], **kept: Any) -> Game | Entry:
    """Record or correct. Gives the game, or the entry with every mistake at once."""
    problems = tuple(name_problems(entry.values, entry.kept))
    checked = entry.ruleset.check(entry.sheet).violations
    if problems or not entry.circumstances.is_valid():
        return replace(entry, violations=(*problems, *checked))
    try:
        return write(entry.circumstances.circumstances(**kept))
    except SheetRejectedError as error:
        return replace(entry, violations=error.violations)
    except WarningsUnconfirmedError as error:
        return replace(entry, general_errors=(str(error),), warnings_asked=True)


def refused(entry: Entry, error: UserError) -> Entry:
    return replace(entry, general_errors=(*entry.general_errors, str(error)))


# Visitors without an account


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def secret_of(posted: QueryDict) -> str:
    sent = posted.get("edit_secret", "")
    return sent if len(sent) in _SECRET_LENGTH else new_secret()


def entry_key_of(posted: QueryDict) -> UUID:
    try:
        return UUID(posted.get("entry_key", ""))
    except ValueError:
        return uuid4()


def remember_secret(request: HttpRequest, game: Game, secret: str) -> None:
    known = request.session.get(SESSION_KEY, {}) | {game.public_id: secret}
    request.session[SESSION_KEY] = dict(list(known.items())[-SECRETS_KEPT:])


def proof_of(request: HttpRequest, game: Game, *, ticket: Ticket | None = None) -> Proof:
    """What this browser can show. Only who acts is given the cookie that tells phones apart: for who looks, a browser
    without one is some phone that has done nothing yet.
    """
    secret = request.session.get(SESSION_KEY, {}).get(game.public_id, "")
    device = kept_device(request) if request.method == "POST" else device_of(request) or new_device()
    return Proof(edit_secret=secret, device=device, ticket=ticket)


def may_correct_here(request: HttpRequest, game: Game) -> bool:
    """With this account, or in this browser."""
    return may_correct(request.user, game, proof_of(request, game))


def may_see_history_here(request: HttpRequest, game: Game) -> bool:
    return may_see_history(request.user, game, proof_of(request, game))


def was_entered_here(request: HttpRequest, game: Game) -> bool:
    """Without an account, whoever took the game over since: its people typed the names."""
    return was_entered_by(game, proof_of(request, game))
