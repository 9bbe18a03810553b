"""A posted sheet on its way to the service: the same for a new game and for a correction.

The names on it become the people who sat there. Those it was prepared with travel with it: a table may be undone while
its sheet waits on a phone without a connection, and what was played is then a game of the same people. Only the site
can read that list: it holds who they are, also those whose page the viewer may not know.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

from cryptography.fernet import InvalidToken
from django.http import QueryDict

from caledonia_site.common.ciphers import cipher_for
from caledonia_site.common.errors import UserError
from games.players.models import Player
from games.players.names import normalised, tidy
from games.players.viewers import Viewer
from games.results.models import Game
from games.results.models.game import shown_at_table
from games.results.selectors.players import KnownPlayers
from games.results.services.errors import SheetRejectedError, WarningsUnconfirmedError
from games.results.services.results import Circumstances, Person
from games.sheets.circumstances import CircumstancesForm
from games.sheets.page import SheetPage, drawn_parts, is_accepted, open_tabs
from games.sheets.prefill import Prepared
from games.sheets.values import LONGEST_NAME, TypedValues, applicable
from scoring.description import Description
from scoring.paths import seat_path
from scoring.ruleset import Ruleset
from scoring.types import Violation, params


@dataclass(frozen=True, slots=True)
class SeatedPerson:
    """Who sits in a seat of a recorded game or a prepared sheet, and how the viewer sees them."""

    person: Person
    shown: str


def kept_people(game: Game) -> list[SeatedPerson]:
    """The people of a game that was fetched for its viewer (`game_for`)."""
    kept = []
    for seat in game.seats.all():
        shown = seat.shown
        name = "" if shown else seat.name
        kept.append(SeatedPerson(Person(player=seat.player, name=name), shown.name if shown else name))
    return kept


def prepared_people(prepared: Prepared, viewer: Viewer) -> list[SeatedPerson]:
    """The people of a prepared sheet, in the order of its seats; whoever sits among them reads every name."""
    sits_there = viewer.is_authenticated and any(
        player.account_id == viewer.pk for player in prepared.players
    )
    return [
        SeatedPerson(Person(player=player), shown_at_table(player, is_named_at_table=sits_there).name)
        for player in prepared.players
    ]


def people_at_table(prepared: Prepared) -> list[SeatedPerson]:
    """As whoever sits there reads them."""
    return [
        SeatedPerson(Person(player=player), shown_at_table(player, is_named_at_table=True).name)
        for player in prepared.players
    ]


def people_of(
    description: Description, values: TypedValues, known: KnownPlayers, kept: Sequence[SeatedPerson] = ()
) -> list[Person]:
    """A seat whose name was left as it was shown keeps its person, also one whose name the viewer may not know."""
    bots = {kind.key for kind in description.seat_kinds if kind.bot}
    people = []
    for index, (kind, name) in enumerate(zip(values.kinds, values.names, strict=True)):
        if kind in bots:
            people.append(Person())
        elif _is_kept(kept, index, name):
            people.append(kept[index].person)
        elif player := known.named(name):
            people.append(Person(player=player))
        else:
            people.append(Person(name=tidy(name)))
    return people


def name_problems(values: TypedValues, kept: Sequence[SeatedPerson] = ()) -> Iterator[Violation]:
    """Two people of one name could not be told apart in the result."""
    holders: dict[str, int] = {}
    for index, name in enumerate(values.names):
        path = seat_path(index, "player")
        if len(name) > LONGEST_NAME:
            yield Violation("too_long", path, params(maximum=LONGEST_NAME))
        elif name and not _is_kept(kept, index, name):
            holder = holders.setdefault(normalised(name), index)
            if holder != index:
                yield Violation("taken", path, params(seat=holder))


def _is_kept(kept: Sequence[SeatedPerson], index: int, name: str) -> bool:
    return index < len(kept) and bool(name) and kept[index].shown == name


_SECRET_LENGTH = range(20, 101)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A posted sheet with everything needed to record it, or to show it again with what is wrong."""

    ruleset: Ruleset[Any]
    values: TypedValues
    posted: QueryDict
    circumstances: CircumstancesForm
    known: KnownPlayers
    kept: Sequence[SeatedPerson] = ()
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
            drawn=drawn_parts(self.posted),
            **open_tabs(self.ruleset.description, self.posted, self.violations),
        )


def submit(submission: Submission, write: Callable[[Circumstances], Game], **kept: Any) -> Game | Submission:
    """Record or correct. Gives the game, or the submission with every mistake at once."""
    problems = tuple(name_problems(submission.values, submission.kept))
    checked = submission.ruleset.check(submission.sheet).violations
    if problems or not submission.circumstances.is_valid():
        return replace(submission, violations=(*problems, *checked))
    try:
        return write(submission.circumstances.circumstances(**kept))
    except SheetRejectedError as error:
        return replace(submission, violations=error.violations)
    except WarningsUnconfirmedError as error:
        return replace(submission, general_errors=(str(error),), warnings_asked=True)


def refused(submission: Submission, error: UserError) -> Submission:
    return replace(submission, general_errors=(*submission.general_errors, str(error)))


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


_PURPOSE = "people of a prepared sheet"


def seated_list(people: Sequence[SeatedPerson], viewer: Viewer) -> str:
    """For the viewer alone, with each name as it was shown: who has left it as it was means the same person."""
    seats = [[seat.person.player.public_id if seat.person.player else "", seat.shown] for seat in people]
    return cipher_for(_PURPOSE).encrypt(json.dumps([viewer.pk, seats]).encode()).decode()


def people_seated(text: str, viewer: Viewer) -> list[SeatedPerson]:
    """Nobody where the list is not ours, or was made for somebody else."""
    try:
        owner, seats = json.loads(cipher_for(_PURPOSE).decrypt(text.encode()))
    except InvalidToken:
        return []
    return people_of_ids(seats) if owner == viewer.pk else []


def people_of_ids(seats: Sequence[Sequence[str]]) -> list[SeatedPerson]:
    """Of each seat the public id of its player, and the name that was shown."""
    ids = [public_id for public_id, _shown in seats]
    rows = Player.with_merged.filter(public_id__in=ids).select_related("merged_into")
    players = {player.public_id: player.merged_into or player for player in rows}
    return [
        # Who has no player, or was deleted since, is a name, as on any sheet.
        SeatedPerson(
            Person(player=player) if (player := players.get(public_id)) else Person(name=shown), shown
        )
        for public_id, shown in seats
    ]
