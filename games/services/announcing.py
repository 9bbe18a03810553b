"""Bring a game's state up to date and tell the others."""

from collections import Counter
from datetime import date

from django.utils import timezone

from games.counting import Standing, state_of
from games.enums import CountingRule, GameState, VerdictKind
from games.models import ClubCounting, Game, Verdict
from games.signals import game_changed, game_news

# A game outside any club moves the site-wide ratings of people the recorder may not even know.
RULE_WITHOUT_CLUB = CountingRule.MAJORITY
NEWS_OF_STATES = {
    GameState.CONFIRMED: "confirmed",
    GameState.DISPUTED: "disputed",
    GameState.VOID: "voided",
}


def counting_rule(club_id: int | None) -> tuple[CountingRule, int]:
    """When games of the club count, and after how many days of silence where that is the rule."""
    if club_id is None:
        return RULE_WITHOUT_CLUB, 0
    counting = ClubCounting.objects.filter(club=club_id).first()
    return (CountingRule(counting.rule), counting.silence_days) if counting else (CountingRule.AT_ONCE, 0)


def standing_of(game: Game, *, voided: bool) -> Standing:
    rule, days = counting_rule(game.club_id)
    of_people = Verdict.objects.filter(seat__game=game, seat__is_bot=False, version=game.version)
    said = Counter(of_people.values_list("kind", flat=True))
    return Standing(
        rule=rule,
        silence_days=days,
        people=game.seats.filter(is_bot=False).count(),
        confirmed=said[VerdictKind.CONFIRMED],
        disputed=said[VerdictKind.DISPUTED],
        submitted_at=game.submitted_at,
        settled_by_organiser=game.settled,
        voided=voided,
    )


def refresh_state(
    game: Game, *, voided: bool | None = None, since: date | None = None, content_changed: bool = False
) -> None:
    """Decide the state anew, store it, and announce what changed.

    `since` is the earliest date of play concerned, when a correction moved the game to another day.
    """
    before, state_before = game.counts, game.state
    if voided is None:
        voided = game.state == GameState.VOID
    game.state = state_of(standing_of(game, voided=voided), now=timezone.now())
    if before and not content_changed and game.state == GameState.SUBMITTED:
        # The club has become stricter since: that is for later games, and one more confirmation must not undo
        # what the earlier ones achieved.
        game.state = GameState.CONFIRMED
    game.save(update_fields=["state"])
    if game.state != state_before and game.state in NEWS_OF_STATES:
        game_news.send(sender=Game, game=game, news=NEWS_OF_STATES[GameState(game.state)])
    if before != game.counts or (game.counts and content_changed):
        game_changed.send(
            sender=Game,
            game=game,
            counted_before=before,
            counts_now=game.counts,
            since=min(since or game.played_on, game.played_on),
        )
