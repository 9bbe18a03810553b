"""What the verbs of a game ask before they write."""

from collections.abc import Sequence

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.permissions import may, require
from games.clubs.models import Club, Membership
from games.models import Game, Seat
from games.players.actors import Actor, account_of
from games.services.devices import device_in
from games.services.edit_secrets import Proof, opens
from games.services.errors import NotYourGameError
from games.services.results import Person


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


def has_left(seat: Seat, game: Game) -> bool:
    """Whether a known player sits there who is not in the game's club (any more)."""
    if game.club_id is None or seat.player_id is None:
        return False
    return not Membership.objects.filter(club=game.club_id, player=seat.player_id).exists()


def _is_nobodys(game: Game) -> bool:
    return game.recorded_by_id is None and game.club_id is None


def require_right_to_correct(actor: Actor, game: Game, proof: Proof | None) -> None:
    if not may_correct(actor, game, proof):
        raise NotAllowedError
