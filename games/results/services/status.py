"""Bring a game's state up to date and tell the others."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from games.results.confirmation import ConfirmationStatus, state_of
from games.results.enums import ConfirmationRule, GameState
from games.results.models import ClubConfirmation, Game
from games.results.selectors.history import game_verdicts
from games.results.signals import game_changed, game_news

# A game outside any club moves the site-wide ratings of people the recorder may not even know.
RULE_WITHOUT_CLUB = ConfirmationRule.MAJORITY
NEWS_OF_STATES = {
    GameState.CONFIRMED: "confirmed",
    GameState.DISPUTED: "disputed",
    GameState.VOID: "voided",
}


@dataclass(frozen=True, slots=True)
class ClubRule:
    """When games of a club count, after how many days of silence where that is the rule, and whether the words of
    people without an account count.
    """

    rule: ConfirmationRule
    silence_days: int
    links_count: bool


def confirmation_rule(club_id: int | None) -> ClubRule:
    if club_id is None:
        return ClubRule(RULE_WITHOUT_CLUB, 0, links_count=True)
    chosen = ClubConfirmation.objects.filter(club=club_id).first()
    if chosen is None:
        return ClubRule(ConfirmationRule.AT_ONCE, 0, links_count=True)
    return ClubRule(ConfirmationRule(chosen.rule), chosen.silence_days, chosen.links_count)


def confirmation_of(game: Game, *, voided: bool) -> ConfirmationStatus:
    club_rule = confirmation_rule(game.club_id)
    verdicts = game_verdicts(game, links_count=club_rule.links_count)
    return ConfirmationStatus(
        rule=club_rule.rule,
        silence_days=club_rule.silence_days,
        people=len(verdicts.seats),
        confirmed=verdicts.confirmed,
        disputed=verdicts.disputed,
        submitted_at=game.submitted_at,
        settled_by_organiser=game.settled,
        voided=voided,
    )


def refresh_state(
    game: Game,
    *,
    voided: bool | None = None,
    since: date | None = None,
    corrected: bool = False,
    strictly: bool = False,
) -> None:
    """Decide the state anew, store it, and announce what changed.

    `since` is the earliest date of play concerned, when a correction moved the game to another day. `strictly`: what
    was confirmed may count no longer, because the result is another one or a confirmation was taken back.
    """
    before, state_before = game.counts, game.state
    if voided is None:
        voided = game.state == GameState.VOID
    game.state = state_of(confirmation_of(game, voided=voided), now=timezone.now())
    if before and not strictly and game.state == GameState.SUBMITTED:
        # The club has become stricter since: that is for later games, and one more confirmation must not undo
        # what the earlier ones achieved.
        game.state = GameState.CONFIRMED
    game.save(update_fields=["state"])
    if game.state != state_before and game.state in NEWS_OF_STATES:
        game_news.send(sender=Game, game=game, news=NEWS_OF_STATES[GameState(game.state)])
    if before != game.counts or (game.counts and corrected):
        game_changed.send(
            sender=Game,
            game=game,
            counted_before=before,
            counts_now=game.counts,
            since=min(since or game.played_on, game.played_on),
        )
