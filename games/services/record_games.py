"""Record many finished games at once: the same rows as one by one, in a number of queries that does not grow with
the games.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.errors import UserError
from games.clubs.models import Club
from games.clubs.services.add_guest_players import add_guest_players
from games.counting import Standing, state_of
from games.enums import VerdictKind
from games.models import Game, GameOption, Seat, SheetVersion, Verdict
from games.players.models import Player, User
from games.services.announcing import counting_rule
from games.services.new_games import NewGame, ResultSeat, game_of_result, game_of_sheet
from games.services.results import Circumstances, Person
from games.services.rights import require_right_to_record
from games.signals import games_recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """`sheet` is the raw sheet; a game without one has `seats`. Players who are not stored yet become guests of the
    club with the first game that is recorded of them.
    """

    system: str
    circumstances: Circumstances
    people: Sequence[Person]
    sheet: object = None
    seats: Sequence[ResultSeat] = ()


@transaction.atomic
def record_games(*, actor: User, played: Sequence[PlayedGame], club: Club | None) -> list[Game | UserError]:
    """For each the game, or why it cannot be recorded, which is nothing to the others. Unusual values are taken as
    they are. What the database itself refuses is raised, and then none is recorded; so are NotAllowedError and
    NotYourGameError, asked once for the club.
    """
    require_right_to_record(actor, club, *(one.people for one in played))
    put_together = [_put_together(one, actor, club) for one in played]
    new = [one for one in put_together if isinstance(one, NewGame)]
    if new:
        _store(new, actor, club)
        games_recorded.send(sender=Game, games=[one.game for one in new])
    return [one.game if isinstance(one, NewGame) else one for one in put_together]


def _put_together(one: PlayedGame, recorder: User, club: Club | None) -> NewGame | UserError:
    try:
        if one.sheet is None:
            return game_of_result(
                system=one.system,
                seats=one.seats,
                circumstances=one.circumstances,
                people=one.people,
                recorder=recorder,
                club=club,
            )
        return game_of_sheet(
            system=one.system,
            sheet=one.sheet,
            circumstances=one.circumstances,
            people=one.people,
            recorder=recorder,
            club=club,
            warnings_confirmed=True,
        )
    except UserError as error:
        return error


def _own_verdicts(new: NewGame, recorder: User) -> list[Verdict]:
    """Whoever enters a game agrees with it."""
    return [
        Verdict(seat=seat, version=new.game.version, kind=VerdictKind.CONFIRMED, account=recorder)
        for seat in new.seats
        if seat.player and seat.player.account_id == recorder.pk and not seat.is_bot
    ]


def _store(new: Sequence[NewGame], recorder: User, club: Club | None) -> None:
    rule, silence_days = counting_rule(club.pk if club else None)
    verdicts: list[Verdict] = []
    for one in new:
        own = _own_verdicts(one, recorder)
        verdicts += own
        standing = Standing(
            rule=rule,
            silence_days=silence_days,
            people=sum(not seat.is_bot for seat in one.seats),
            confirmed=len(own),
            disputed=0,
            submitted_at=one.game.submitted_at,
            settled_by_organiser=False,
            voided=False,
        )
        one.game.state = state_of(standing, now=timezone.now())
    if club is not None:
        _add_guests(new, recorder, club)
    Game.objects.bulk_create([one.game for one in new])
    Seat.objects.bulk_create([seat for one in new for seat in one.seats])
    SheetVersion.objects.bulk_create([one.version for one in new])
    GameOption.objects.bulk_create([option for one in new for option in one.options])
    Verdict.objects.bulk_create(verdicts)


def _add_guests(new: Sequence[NewGame], recorder: User, club: Club) -> None:
    guests: dict[str, Player] = {}
    for one in new:
        for seat in one.seats:
            player = seat.player
            if player is not None and player.pk is None:
                guests[player.public_id] = player
    if guests:
        add_guest_players(actor=recorder, club=club, players=list(guests.values()))
