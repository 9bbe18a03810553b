"""Record finished games: one, many at once in a number of queries that does not grow with them, or one of which only
the result is known, such as one from another program. A game that is sent again is recognised.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from caledonia_site.common.errors import UserError
from games.clubs.models import Club
from games.clubs.services.guests import add_guest_players
from games.players.actors import Actor, account_of
from games.players.models import Player, User
from games.results.confirmation import ConfirmationStatus, state_of
from games.results.enums import VerdictKind, VerdictMeans, VersionCause
from games.results.models import Game, GameOption, Seat, SheetVersion, Verdict
from games.results.services.drafts import end_draft
from games.results.services.errors import IdempotencyKeyTakenError, KeyOfAnotherGameError
from games.results.services.new_games import NewGame, ResultSeat, game_of_result, game_of_sheet, refuse_future
from games.results.services.proofs import device_in, hashed
from games.results.services.results import (
    Circumstances,
    Person,
    add_version,
    facts_of,
    ruleset_named,
    score_sheet,
    write_result,
)
from games.results.services.rights import require_right_to_record
from games.results.services.status import confirmation_rule, refresh_state
from games.results.services.verdict_log import confirm_own_seat
from games.results.signals import game_news, games_recorded


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


def record_game(
    *,
    actor: Actor,
    system: str,
    sheet: object,
    circumstances: Circumstances,
    people: Sequence[Person],
    club: Club | None = None,
    idempotency_key: UUID | None = None,
    edit_secret: str = "",
    device: str = "",
    warnings_confirmed: bool = False,
) -> Game:
    """Score the sheet and store the game; the recorder's own seat counts as confirmed.

    The same `idempotency_key` twice gives the same game, also when both arrive at once; with other content it is
    refused. Raises SheetRejectedError, WarningsUnconfirmedError, SeatsMismatchError, PlayerTwiceError,
    PlayedInTheFutureError, IdempotencyKeyTakenError, KeyOfAnotherGameError, NotAllowedError, NotYourGameError.
    """
    require_right_to_record(actor, club, people)
    recorder = account_of(actor)
    refuse_another = partial(
        refuse_another_game, system=system, sheet=sheet, circumstances=circumstances, people=people, club=club
    )
    if idempotency_key and (known := _recorded_before(idempotency_key, recorder, edit_secret)):
        refuse_another(known)
        return known
    refuse_future(circumstances)
    scored = score_sheet(system=system, sheet=sheet, people=people, warnings_confirmed=warnings_confirmed)
    game = Game(
        system=system,
        club=club,
        recorded_by=recorder,
        idempotency_key=idempotency_key,
        edit_secret=hashed(edit_secret) if edit_secret else "",
        submitted_at=timezone.now(),
    )
    entered_on = device_in(game, device)

    def store() -> None:
        write_result(game, scored, circumstances, people)
        add_version(
            game,
            scored,
            facts_of(circumstances, people),
            cause=VersionCause.RECORDED,
            author=recorder,
            device=entered_on,
        )

    return _store_once(
        game,
        store,
        recorder=recorder,
        edit_secret=edit_secret,
        device=entered_on,
        refuse_another=refuse_another,
    )


def _store_once(
    game: Game,
    store: Callable[[], None],
    *,
    recorder: User | None,
    edit_secret: str,
    device: str,
    refuse_another: Callable[[Game], None],
) -> Game:
    """The game, or the one that was recorded under its key at the same moment."""
    key = game.idempotency_key
    try:
        with transaction.atomic():
            store()
            confirm_own_seat(game, recorder, device)
            if key and recorder:
                end_draft(owner=recorder, idempotency_key=key)
            game_news.send(sender=Game, game=game, news="submitted")
            refresh_state(game)
    except IntegrityError:
        if key and (known := _recorded_before(key, recorder, edit_secret)):
            refuse_another(known)
            return known
        raise
    return game


def _recorded_before(idempotency_key: UUID, recorder: User | None, edit_secret: str) -> Game | None:
    """The game of an earlier delivery; somebody else's key gives nothing away."""
    game = Game.objects.filter(idempotency_key=idempotency_key).first()
    if game is None:
        return None
    own = game.recorded_by_id == recorder.pk if recorder else game.edit_secret == hashed(edit_secret)
    if not own:
        raise IdempotencyKeyTakenError
    return game


@transaction.atomic
def record_games(*, actor: User, played: Sequence[PlayedGame], club: Club | None) -> list[Game | UserError]:
    """For each the game, or why it cannot be recorded, which is nothing to the others. Unusual values are taken as
    they are. What the database itself refuses is raised, and then none is recorded; so are NotAllowedError and
    NotYourGameError, asked once for the club.
    """
    require_right_to_record(actor, club, *(game.people for game in played))
    put_together = [_put_together(game, actor, club) for game in played]
    new = [outcome for outcome in put_together if isinstance(outcome, NewGame)]
    if new:
        _store(new, actor, club)
        games_recorded.send(sender=Game, games=[new_game.game for new_game in new])
    return [outcome.game if isinstance(outcome, NewGame) else outcome for outcome in put_together]


def _put_together(played: PlayedGame, recorder: User, club: Club | None) -> NewGame | UserError:
    try:
        if played.sheet is None:
            return game_of_result(
                system=played.system,
                seats=played.seats,
                circumstances=played.circumstances,
                people=played.people,
                recorder=recorder,
                club=club,
            )
        return game_of_sheet(
            system=played.system,
            sheet=played.sheet,
            circumstances=played.circumstances,
            people=played.people,
            recorder=recorder,
            club=club,
            warnings_confirmed=True,
        )
    except UserError as error:
        return error


def _store(new: Sequence[NewGame], recorder: User, club: Club | None) -> None:
    club_rule = confirmation_rule(club.pk if club else None)
    verdicts: list[Verdict] = []
    for new_game in new:
        own = _own_verdicts(new_game, recorder)
        verdicts += own
        confirmation = ConfirmationStatus(
            rule=club_rule.rule,
            silence_days=club_rule.silence_days,
            people=sum(not seat.is_bot for seat in new_game.seats),
            confirmed=len(own),
            disputed=0,
            submitted_at=new_game.game.submitted_at,
            settled_by_organiser=False,
            voided=False,
        )
        new_game.game.state = state_of(confirmation, now=timezone.now())
    if club is not None:
        _add_guests(new, recorder, club)
    Game.objects.bulk_create([new_game.game for new_game in new])
    Seat.objects.bulk_create([seat for new_game in new for seat in new_game.seats])
    SheetVersion.objects.bulk_create([new_game.version for new_game in new])
    GameOption.objects.bulk_create([option for new_game in new for option in new_game.options])
    Verdict.objects.bulk_create(verdicts)


def _own_verdicts(new: NewGame, recorder: User) -> list[Verdict]:
    """Whoever enters a game agrees with it."""
    return [
        Verdict(
            game=new.game,
            index=seat.index,
            player=seat.player,
            name=seat.player.name,
            version=new.game.version,
            content=new.game.content,
            kind=VerdictKind.CONFIRMED,
            means=VerdictMeans.ENTRY,
            account=recorder,
        )
        for seat in new.seats
        if seat.player and seat.player.account_id == recorder.pk and not seat.is_bot
    ]


def _add_guests(new: Sequence[NewGame], recorder: User, club: Club) -> None:
    guests: dict[str, Player] = {}
    for new_game in new:
        for seat in new_game.seats:
            player = seat.player
            if player is not None and player.pk is None:
                guests[player.public_id] = player
    if guests:
        add_guest_players(actor=recorder, club=club, players=list(guests.values()))


def record_result(
    *,
    actor: Actor,
    system: str,
    seats: Sequence[ResultSeat],
    circumstances: Circumstances,
    people: Sequence[Person],
    club: Club | None = None,
    idempotency_key: UUID | None = None,
    edit_secret: str = "",
    device: str = "",
) -> Game:
    """The game counts for results and ratings, never for statistics of single lines: nobody can check them.

    The same `idempotency_key` twice is as for `record_game`. Raises NotAllowedError, NotYourGameError,
    IdempotencyKeyTakenError, KeyOfAnotherGameError, and why it is no result.
    """
    require_right_to_record(actor, club, people)
    recorder = account_of(actor)
    new = game_of_result(
        system=system, seats=seats, circumstances=circumstances, people=people, recorder=recorder, club=club
    )
    refuse_another = partial(
        refuse_another_game,
        system=system,
        sheet=new.version.sheet,
        circumstances=circumstances,
        people=people,
        club=club,
    )
    if idempotency_key and (known := _recorded_before(idempotency_key, recorder, edit_secret)):
        refuse_another(known)
        return known
    game = new.game
    game.idempotency_key = idempotency_key
    game.edit_secret = hashed(edit_secret) if edit_secret else ""
    entered_on = new.version.device = device_in(game, device)

    def store() -> None:
        game.save()
        Seat.objects.bulk_create(new.seats)
        new.version.save()

    return _store_once(
        game,
        store,
        recorder=recorder,
        edit_secret=edit_secret,
        device=entered_on,
        refuse_another=refuse_another,
    )


def refuse_another_game(
    recorded: Game,
    *,
    system: str,
    sheet: object,
    circumstances: Circumstances,
    people: Sequence[Person],
    club: Club | None,
) -> None:
    """Giving back the recorded game for another one would lose what was entered. It is compared with what was first
    recorded: whoever sends again knows nothing of later corrections. Raises KeyOfAnotherGameError.
    """
    first = recorded.versions.get(number=1)
    same = (
        recorded.system == system
        and _first_club(recorded) == (club.pk if club else None)
        and _without_names(first.facts) == _without_names(facts_of(circumstances, people))
        and _tidied(system, first.sheet) == _tidied(system, sheet)
    )
    if not same:
        raise KeyOfAnotherGameError(recorded)


def _first_club(game: Game) -> int | None:
    """A game that was saved into a club later was recorded without one."""
    is_moved = game.versions.filter(cause=VersionCause.MOVED).exists()
    return None if is_moved else game.club_id


def _without_names(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts without the names of players, which may have changed since."""
    return facts | {"people": [person["player"] or person["name"] for person in facts["people"]]}


def _tidied(system: str, sheet: object) -> object:
    """As the rules of today read it; what they cannot read stays as it is."""
    ruleset = ruleset_named(system)
    checked = ruleset.check(sheet)
    return sheet if checked.sheet is None else ruleset.to_raw(checked.sheet)
