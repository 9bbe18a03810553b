"""Imports as their pages show them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.clubs.enums import Role
from games.clubs.models import Club
from games.exchange.enums import RowKind, RowState
from games.exchange.models import ImportBatch, ImportedGame, ImportName, ImportRow
from games.players.models import User
from games.players.rules import is_site_staff

FLAGGED, FAILED = "flagged", "failed"
FILTERS = [*RowKind.values, FLAGGED, FAILED]
MAY_IMPORT = [role for role in Role if role.is_at_least(Role.SCOREKEEPER)]


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Of the rows of a file, by kind; and of those to be imported, how far they are."""

    total: int
    new: int
    known: int
    doubtful: int
    unreadable: int
    skipped: int
    imported: int
    failed: int
    flagged: int


def counts_of(batch: ImportBatch) -> ImportCounts:
    return ImportCounts(**{name: getattr(batch, name) for name in ImportCounts.__dataclass_fields__})


def rows_of(batch: ImportBatch, kind: str) -> tuple[QuerySet[ImportRow], int]:
    """The rows of a kind (or flagged, or failed, or all of them) in their order, and how many there are."""
    rows = batch.rows.select_related("game").order_by("number")
    if kind == FLAGGED:
        return rows.filter(is_flagged=True), batch.flagged
    if kind == FAILED:
        return rows.filter(state=RowState.FAILED), batch.failed
    if kind in RowKind.values:
        return rows.filter(kind=kind), getattr(batch, kind)
    return rows, batch.total


def names_of(batch: ImportBatch, *, text: str = "", only_unmatched: bool = False) -> QuerySet[ImportName]:
    """The names of a file, the most frequent first; of those that hold every word of the text."""
    names = batch.names.all()
    for word in text.split():
        names = names.filter(spelling_key__contains=word)
    return names.filter(player=None, dimension="") if only_unmatched else names


def imports_of(account: User) -> QuerySet[ImportBatch]:
    """That they began and may still work on (`exchange.work_on_import`): into a club, while they keep its scores."""
    began = ImportBatch.objects.filter(account=account).select_related("club").defer("packed").order_by("-pk")
    if is_site_staff(account):
        return began
    return began.filter(Q(club=None) | Q(club__in=clubs_to_import_into(account).values("pk")))


def clubs_to_import_into(account: User) -> QuerySet[Club]:
    return Club.objects.filter(memberships__player__account=account, memberships__role__in=MAY_IMPORT)


def imported_games(*, account: User, club: Club | None, sources: Collection[str]) -> set[str]:
    """Which of these games came in before: into the club; outside clubs, by the same person."""
    of_place = (
        ImportedGame.objects.filter(club=club)
        if club
        else ImportedGame.objects.filter(club=None, account=account)
    )
    return set(of_place.filter(source__in=sources).values_list("source", flat=True))
