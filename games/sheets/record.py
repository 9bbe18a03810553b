"""A filled sheet becomes a game: the same for somebody's own sheet and for one that a table filled together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import QueryDict

from caledonia_site.common.errors import NotAllowedError, UserError
from games.clubs.models import Club, ClubQuerySet
from games.players.actors import Actor
from games.players.viewers import Viewer
from games.results.models import Game
from games.results.selectors.players import known_players
from games.results.services.errors import KeyOfAnotherGameError, ResultElsewhereError, SpentKeyError
from games.results.services.record import record_game
from games.sheets.circumstances import CircumstancesForm
from games.sheets.prefill import Prepared, hand_over, prepared_sheet
from games.sheets.submission import SeatedPerson, Submission, people_seated, prepared_people, refused, submit
from games.sheets.values import posted_values
from scoring.ruleset import Ruleset


def clubs_to_record_in(user: Viewer) -> ClubQuerySet | None:
    """The viewer's clubs; None without any, so that nobody is asked."""
    if not user.is_authenticated:
        return None
    clubs = Club.objects.of(user).for_viewer(user)
    return clubs if clubs.exists() else None


def submission_of(
    viewer: Actor,
    ruleset: Ruleset[Any],
    posted: QueryDict,
    *,
    kept: Sequence[SeatedPerson] | None = None,
    clubs: ClubQuerySet | None = None,
) -> Submission:
    """`kept` are the people it was begun with and `clubs` those to choose from, where somebody else knows them; else
    the sheet says who they are, and the viewer's clubs are asked for.
    """
    prepared = prepared_sheet(posted.get("prepared", ""), viewer)
    if prepared and "club" not in posted:
        # From a copy of the page that was kept without an account, and with it without clubs.
        posted = posted.copy()
        posted["club"] = prepared.club.slug
    circumstances = CircumstancesForm(posted, clubs=clubs_to_record_in(viewer) if clubs is None else clubs)
    return Submission(
        ruleset=ruleset,
        values=posted_values(ruleset.description, posted),
        posted=posted,
        circumstances=circumstances,
        known=known_players(viewer, circumstances.chosen_club),
        kept=people_begun_with(posted, prepared, viewer) if kept is None else kept,
    )


def people_begun_with(posted: QueryDict, prepared: Prepared | None, viewer: Viewer) -> list[SeatedPerson]:
    """Whom the sheet was begun with, whatever has become of its table."""
    if begun_with := people_seated(posted.get("seated_people", ""), viewer):
        return begun_with
    return prepared_people(prepared, viewer) if prepared else []


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game; by whoever waited for it what is said in the place of "recorded", or why it is not the one."""

    game: Game
    instead: str = ""
    misfit: str = ""


def record_submission(
    *, actor: Actor, submission: Submission, idempotency_key: UUID, edit_secret: str, device: str
) -> Recorded | Submission:
    """The game, handed over to the league or tournament that prepared its sheet; or the submission with what is wrong.

    In one transaction: a worker that dies leaves no game without its place in a schedule. Raises NotAllowedError,
    SpentKeyError.
    """
    with transaction.atomic():
        try:
            recorded = submit(
                submission,
                lambda circumstances: record_game(
                    actor=actor,
                    system=submission.ruleset.description.key,
                    sheet=submission.sheet,
                    circumstances=circumstances,
                    people=submission.people,
                    club=submission.circumstances.chosen_club,
                    idempotency_key=idempotency_key,
                    edit_secret="" if actor.is_authenticated else edit_secret,
                    device=device,
                    warnings_confirmed=submission.warnings_accepted,
                ),
            )
        except (NotAllowedError, SpentKeyError):
            raise
        except UserError as error:
            return refused(submission, error)
        if isinstance(recorded, Game):
            return handed_over(actor, submission.posted, recorded)
        return recorded


def handed_over(actor: Actor, posted: QueryDict, game: Game) -> Recorded:
    """The game is recorded in any case."""
    try:
        return Recorded(game, instead=hand_over(posted.get("prepared", ""), game, actor))
    except ResultElsewhereError as error:
        # Recorded before, for another table.
        raise KeyOfAnotherGameError(game) from error
    except UserError as error:
        return Recorded(game, misfit=str(error))
