"""What the verbs of a game ask before they write, and who may speak for a seat: the one answer for pages and API, for
confirming and for disputing.

A seat whose player has an account: that account, on any phone. Any other seat: by a personal link or the code of
the table, on a phone that answers for no other seat; and never the accounts and phones that entered or corrected
the game, but for the one seat of somebody who did so without an account.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.permissions import may, require
from games.clubs.models import Club
from games.players.actors import Actor, account_of
from games.players.models import User
from games.results.enums import ClaimState, VerdictKind, VerdictMeans, VersionCause
from games.results.models import Game, Seat, SeatClaim
from games.results.selectors.history import is_given_by
from games.results.services.errors import NotAPlayersSeatError, NotYourGameError
from games.results.services.proofs import LinkInvalidError, Proof, device_in, has_left, opens, person_in
from games.results.services.results import Person


class AccountAnswersError(UserError):
    code = "account_answers"
    message = _("%(name)s has an account, so only that account can answer for this seat. Sign in to answer.")
    status = 403


class EnteredHereError(UserError):
    code = "entered_here"
    message = _("This game was entered on this phone. %(name)s has to answer on another one.")
    status = 403


class EnteredByYouError(UserError):
    code = "entered_by_you"
    message = _("You entered or corrected this game, so you can’t answer for %(name)s.")
    status = 403


class OtherSeatError(UserError):
    code = "other_seat"
    message = _("This phone already answers for %(other)s. One phone answers for one seat.")
    status = 403


class SeatedElsewhereError(UserError):
    code = "seated_elsewhere"
    message = _("You are %(other)s in this game, so you can’t answer for %(name)s.")
    status = 403


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """Somebody who may speak for a seat. `device` is as this game knows it."""

    seat: Seat
    means: VerdictMeans
    account: User | None
    device: str
    shown_by: int | None


def require_right_to_record(actor: Actor, club: Club | None, *tables: Sequence[Person]) -> None:
    """Members record the games they sit in; scorekeepers every game of the club; outside clubs everybody.

    `tables` are the people of each game. Raises NotAllowedError, NotYourGameError.
    """
    if club is None:
        return
    require(actor, "games.record_in_club", club)
    if may(actor, "games.record_for_others", club):
        return
    account = account_of(actor)
    own = account.player_or_none if account else None
    if any(own not in [person.player for person in people] for people in tables):
        raise NotYourGameError


def was_entered_by(game: Game, proof: Proof | None) -> bool:
    """Without an account, in this browser or on this phone: the secret goes with the session when somebody signs out,
    the phone stays the same.
    """
    if proof is None:
        return False
    if opens(game.edit_secret, proof.edit_secret):
        return True
    return bool(proof.device and game.entered_on) and game.entered_on == device_in(game, proof.device)


def may_correct(actor: Actor, game: Game, proof: Proof | None = None) -> bool:
    """By right, or where it was entered without an account; once somebody has taken it over, by right only."""
    if may(actor, "games.correct_game", game):
        return True
    return _is_nobodys(game) and was_entered_by(game, proof)


def _is_nobodys(game: Game) -> bool:
    return game.recorded_by_id is None and game.club_id is None


def may_see_history(actor: Actor, game: Game, proof: Proof | None = None) -> bool:
    """Who changed what, and the photo; whoever corrects must be able to see what there was."""
    return may(actor, "games.see_history", game) or may_correct(actor, game, proof)


def may_save(actor: Actor, game: Game, proof: Proof | None, *, held: Seat | None) -> bool:
    """By right; a game that is nobody's also where it was entered, and on a phone that holds one of its seats (`held`).
    Into which club, and that one has to sign in for it, is another question.
    """
    if may(actor, "games.save_into_club", game):
        return True
    return _is_nobodys(game) and (held is not None or was_entered_by(game, proof))


def require_right_to_correct(actor: Actor, game: Game, proof: Proof | None) -> None:
    if not may_correct(actor, game, proof):
        raise NotAllowedError


def voice_for(*, actor: Actor, game: Game, index: int, proof: Proof) -> Voice:
    """The right to speak for the seat at that place. Raises NotAPlayersSeatError, NotAllowedError, LinkInvalidError,
    or one of the errors above, which say why not.
    """
    seats = list(game.seats.select_related("player").prefetch_related("claims"))
    seat = next((candidate for candidate in seats if candidate.index == index), None)
    if seat is None:
        raise NotAllowedError
    if seat.is_bot:
        raise NotAPlayersSeatError
    device = device_in(game, proof.device)
    account = actor if actor.is_authenticated else None
    if seat.player and seat.player.account_id:
        if account is None or seat.player.account_id != account.pk:
            raise AccountAnswersError(name=seat.player.name)
        require(account, "games.judge_game", game)
        return Voice(seat=seat, means=VerdictMeans.ACCOUNT, account=account, device=device, shown_by=None)
    ticket = proof.ticket
    if ticket is None or ticket.game_id != game.pk or ticket.index not in (None, index) or not device:
        raise NotAllowedError
    if has_left(seat, game):
        # The code of the table is everybody's, and outlives a guest's membership.
        raise LinkInvalidError
    _refuse_whoever_entered(game, seat, account, device, proof)
    _refuse_whoever_sits_elsewhere(game, seats, seat, account, device)
    return Voice(seat=seat, means=ticket.means, account=account, device=device, shown_by=ticket.shown_by)


def _refuse_whoever_entered(game: Game, seat: Seat, account: User | None, device: str, proof: Proof) -> None:
    if account and (game.recorded_by_id == account.pk or game.versions.filter(author=account).exists()):
        raise EnteredByYouError(name=name_in(seat))
    # Saving a game into a club is not entering it.
    versions = (
        game.versions.exclude(device="").exclude(cause=VersionCause.MOVED).values_list("device", "author")
    )
    entered = {phone for phone, _author in versions}
    by_account = {phone for phone, author in versions if author is not None}
    # Who entered the game without an account sat there too, and takes one seat like everybody else; the same browser
    # that came to look like another phone does not.
    disguised = entered and device not in entered and opens(game.edit_secret, proof.edit_secret)
    if disguised or device in by_account:
        raise EnteredHereError(name=name_in(seat))


def _refuse_whoever_sits_elsewhere(
    game: Game, seats: Sequence[Seat], seat: Seat, account: User | None, device: str
) -> None:
    others = [other for other in seats if other.pk != seat.pk and not other.is_bot]
    spoken = [
        verdict
        for verdict in game.verdicts.filter(device=device, closed_at=None)
        if verdict.kind != VerdictKind.WITHDRAWN
    ]
    for other in others:
        if account and other.player and other.player.account_id == account.pk:
            raise SeatedElsewhereError(other=name_in(other), name=name_in(seat))
        held = holding(other)
        holds_it = held is not None and held.device == device
        if holds_it or any(is_given_by(verdict, other) for verdict in spoken):
            raise OtherSeatError(other=name_in(other))


def name_in(seat: Seat) -> str:
    """For people at the table, who know each other's names."""
    return seat.player.name if seat.player else seat.name


def has_account(seat: Seat) -> bool:
    """Whether only an account answers for the seat."""
    return bool(seat.player and seat.player.account_id)


def holding(seat: Seat) -> SeatClaim | None:
    """Which phone answers for the seat, of one fetched with its claims."""
    person = person_in(seat)
    held = (
        claim for claim in seat.claims.all() if claim.state == ClaimState.HOLDS and claim.person == person
    )
    return next(held, None)


def held_by(device: str, game: Game, seats: Iterable[Seat]) -> Seat | None:
    """The seat that phone answers for (`device` as the game knows it), of seats fetched with their claims: of those
    whose player has no account, as long as the player is in the club.
    """
    for seat in seats:
        held = holding(seat)
        if held and held.device == device and not (seat.player and seat.player.account_id):
            return None if has_left(seat, game) else seat
    return None
