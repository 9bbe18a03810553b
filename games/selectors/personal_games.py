"""What the games hold about one person, for their own archive."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.models import Draft, Game, GameEvent, PersonalToken, Seat, SheetVersion, Verdict
from games.players.models import Player, User
from games.players.signals import PersonalDataSection


def personal_games(*, account: User, player: Player | None) -> list[PersonalDataSection]:
    """Their seats, what they recorded and corrected, what they said of results, and their drafts.

    Names of others at the table are theirs and stay out.
    """
    return [
        PersonalDataSection("played_games", _("Games you played"), _seats(player)),
        PersonalDataSection("recorded_games", _("Games you recorded"), _recorded(account)),
        PersonalDataSection("sheet_versions", _("Sheets you entered or corrected"), _versions(account)),
        PersonalDataSection("verdicts", _("Results you confirmed or disputed"), _verdicts(account, player)),
        PersonalDataSection("game_events", _("Games you settled, took out or restored"), _events(account)),
        PersonalDataSection("drafts", _("Sheets you began"), _drafts(account)),
        PersonalDataSection("tokens", _("Tokens of your programs"), _tokens(account)),
    ]


def _seats(player: Player | None) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(player=player).select_related("game__club") if player else []
    return [
        {
            "game": seat.game.public_id,
            "system": seat.game.system,
            "played_on": seat.game.played_on,
            "club": seat.game.club.name if seat.game.club else None,
            "state": seat.game.state,
            "name_on_sheet": seat.name,
            "dimension": seat.dimension,
            "total": seat.total,
            "rank": seat.rank,
            "lines": seat.lines,
        }
        for seat in seats
    ]


def _recorded(account: User) -> Iterable[Mapping[str, Any]]:
    games = Game.objects.filter(recorded_by=account).order_by("id")
    return games.values("public_id", "system", "played_on", "state", "place", "notes", "created_at")


def _versions(account: User) -> list[dict[str, Any]]:
    versions = SheetVersion.objects.filter(author=account).select_related("game").order_by("id")
    return [
        {
            "game": version.game.public_id,
            "version": version.number,
            "cause": version.cause,
            "comment": version.comment,
            "entered_at": version.created_at,
        }
        for version in versions
    ]


def _verdicts(account: User, player: Player | None) -> list[dict[str, Any]]:
    given = Verdict.objects.filter(account=account)
    if player:
        given = given | Verdict.objects.filter(player=player)
    return [
        {
            "game": verdict.game.public_id,
            "version": verdict.version,
            "verdict": verdict.kind,
            "objections": verdict.objections,
            "means": verdict.means,
            "given_at": verdict.given_at,
            "closed_at": verdict.closed_at,
        }
        for verdict in given.select_related("game").order_by("id")
    ]


def _events(account: User) -> list[dict[str, Any]]:
    events = GameEvent.objects.filter(account=account).select_related("game").order_by("id")
    return [{"game": event.game.public_id, "event": event.kind, "at": event.at} for event in events]


def _drafts(account: User) -> Iterable[Mapping[str, Any]]:
    return Draft.objects.filter(owner=account).values("system", "content", "updated_at")


def _tokens(account: User) -> list[dict[str, Any]]:
    """Without the secrets, which nobody knows any more."""
    return [
        {
            "name": token.name,
            "scope": token.scope,
            "club": token.club.name if token.club else None,
            "created_at": token.created_at,
            "expires_at": token.expires_at,
            "last_used_at": token.last_used_at,
        }
        for token in PersonalToken.objects.filter(account=account).select_related("club").order_by("pk")
    ]
