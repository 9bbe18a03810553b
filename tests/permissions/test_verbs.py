"""Each verb of a service asks whoever calls it for the right, or stands here with the reason why it need not."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.permissions.verbs import Source

# They change, or give, only what belongs to the account they are called with.
OWN = {
    "games.clubs.services.choose_event_mail.choose_event_mail": "the account's own e-mails",
    "games.clubs.services.withdraw_join_request.withdraw_join_request": "the actor's own request",
    "games.exchange.services.keep_feed_key.revoke_feed_key": "looked for among the actor's own links",
    "games.players.services.change_preferences.change_preferences": "the account's own language, zone and theme",
    "games.players.services.create_account_player.create_account_player": "of an account that is just signing up",
    "games.players.services.delete_account.delete_account": "the account itself; its page asks for the password",
    "games.players.services.end_session.end_session": "looked for among the account's own sessions",
    "games.players.services.export_personal_data.export_personal_data": "what the site holds about the account",
    "games.services.create_token.create_token": "a key to the actor's own rights; asks for membership of its club",
    "games.services.revoke_token.revoke_token": "looked for among the actor's own tokens",
    "games.services.save_draft.save_draft": "the actor's own; somebody else's key is refused",
    "tournaments.services.choose_reminders.choose_reminders": "the account's own e-mails",
}
# A secret that somebody with the right gave away is the right, and is looked at.
BY_LINK = {
    "games.clubs.services.accept_invitation.accept_invitation": "the invitation, if its maker may still invite",
    "games.clubs.services.claim_player.claim_player": "the claim link, if its maker may still invite",
    "tournaments.services.events.check_in.check_in_at_door": "the key on the door, for the actor's own entry",
    "tournaments.services.events.check_in.check_in_by_token": "the player's QR code",
    "tournaments.services.events.choose_mail.stop_mail": "the signed link in the e-mail that is to stop",
}
# The phone that holds a seat, or said something, is looked at; nobody else's word or seat is touched.
BY_PHONE = {
    "games.services.judge_result.withdraw_dispute": "the actor's or the phone's own dispute",
    "games.services.seat_claims.give_back_seat": "the phone that holds the seat",
    "games.services.seat_claims.keep_seat": "the phone that holds the seat",
}
# No person acts: the clock, a job, or what follows from a change that somebody had the right to make.
WITHOUT_A_PERSON = {
    "games.clubs.services.send_invitation_mail.wake_waiting_invitations": "by the clock",
    "games.exchange.services.tell_webhooks.tell_webhook_of_many": "news of games that were recorded",
    "games.exchange.services.tidy_imports.tidy_imports": "by the clock",
    "games.exchange.services.webhooks_topic.wake_waiting_webhooks": "by the clock",
    "games.players.services.remove_unconfirmed_accounts.remove_unconfirmed_accounts": "by the clock",
    "games.ratings.services.mark_games.mark_every_pool": "after demo data came or went",
    "games.ratings.services.mark_games.mark_games": "after games changed",
    "games.services.count_silent_games.count_silent_games": "by the clock",
    "games.services.forget_person.forget_person": "after an account was deleted",
    "games.stats.services.fit_worths.mark_due_fits": "by the clock",
    "games.stats.services.mark_games.mark_all_games": "after demo data came or went",
    "games.stats.services.mark_games.mark_blocks": "after games changed",
    "games.stats.services.mark_games.mark_games": "after games changed",
    "tournaments.services.enrolling.enrol": "after guests came into a club",
    "tournaments.services.enrolling.enrol_member": "after somebody came into a club",
    "tournaments.services.enrolling.open_to_everybody": "after guests came into a club",
    "tournaments.services.events.marking.mark_event": "after a game changed",
    "tournaments.services.events.noting.note_event": "after a game changed",
    "tournaments.services.mark_running_seasons.mark_running_seasons": "by the clock",
    "tournaments.services.noting.note": "after a game changed",
    "tournaments.services.send_reminder_mail.announce_reminders": "by the clock",
}
# The administration asks on its own for the right to change such rows; the demo has no people.
BY_STAFF = {
    "games.clubs.services.club_details.store_details": "details that `create_club` and `update_club` store too",
    "games.players.services.merge_players.merge_players": "clubs and the holder of a claim link come by verbs that ask",
    "games.players.services.undo_merge.undo_merge": "clubs come by a verb that asks",
}
# Nothing is stored.
READS = {
    "games.exchange.services.keep_feed_key.viewer_of_feed": "as whom a feed is read",
    "games.services.announcing.standing_of": "what has been said of a game",
    "games.services.judge_result.speaks_again": "whether somebody said it",
    "games.services.personal_links.token_for": "a link; the page that shows it asks",
    "games.services.results.score_sheet": "the score of a sheet",
    "games.services.table_codes.table_token": "a code; the page that shows it asks",
    "tournaments.services.season_details.wrong_days": "what is wrong with two dates",
}
REASONS = OWN | BY_LINK | BY_PHONE | WITHOUT_A_PERSON | BY_STAFF | READS


def names(listed):
    return {tuple(one.rsplit(".", 1)) for one in listed}


@pytest.fixture(scope="module")
def source():
    return Source.of_site(Path(settings.PROJECT_DIR))


def test_every_verb_asks_or_says_why_not(source):
    assert source.verbs_without_question(names(REASONS)) == set()


def test_no_reason_is_stale(source):
    """Each stands for a verb that is there, is reached, and would be found without it."""
    assert names(REASONS) - source.verbs_without_question(set()) == set()


def test_what_no_person_does_is_out_of_reach_of_pages_and_the_api(source):
    apart = {"tasks", "receivers", "commands", "admin", "demo", "event_hooks"}
    for name in names(WITHOUT_A_PERSON | BY_STAFF):
        for module in source.reached_from(name):
            assert apart & set(module.split(".")), f"{module} calls {name[1]} as somebody"


ASKS = """
from caledonia_site.common.permissions import require

def void_game(*, actor, game):
    require(actor, "games.void_game", game)
    game.save()
"""
FORGETS = "def void_game(*, actor, game):\n    game.save()\n"
FORGETS_POSITIONALLY = "def void_game(actor, game):\n    game.save()\n"
ASKS_BY_ITS_LOCK = """
from games.services.locking import locked

def void_game(*, actor, game):
    locked(actor, game).save()
"""
LOCK = """
from caledonia_site.common.permissions import require

def locked(actor, game):
    require(actor, "games.void_game", game)
    return game
"""
FORGETS_BEHIND_ANOTHER = """
from games.services.inner import store

def void_game(*, actor, game):
    store(game)
"""
INNER = "def store(game):\n    game.save()\n"
PAGE = "from games.services.void_game import void_game\n"


@pytest.mark.parametrize(
    ("modules", "found"),
    [
        ({"games.services.void_game": ASKS}, set()),
        ({"games.services.void_game": FORGETS}, {"void_game"}),
        ({"games.services.void_game": FORGETS_POSITIONALLY}, {"void_game"}),
        ({"games.services.void_game": ASKS_BY_ITS_LOCK, "games.services.locking": LOCK}, set()),
        (
            {"games.services.void_game": FORGETS_BEHIND_ANOTHER, "games.services.inner": INNER},
            {"void_game", "store"},
        ),
    ],
)
def test_a_verb_that_forgets_to_ask_is_found(modules, found):
    source = Source(modules | {"games.web.life.organising": PAGE})
    assert {name for _module, name in source.verbs_without_question(set())} == found
