"""Each verb of a service asks whoever calls it for the right, or stands here with the reason why it need not."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.permissions.verbs import Source

# They change, or give, only what belongs to the account they are called with.
OWN = {
    "games.clubs.services.mail.choose_meeting_mail": "the account's own e-mails",
    "games.clubs.services.admission.withdraw_join_request": "the actor's own request",
    "games.exchange.services.feeds.revoke_feed_key": "looked for among the actor's own links",
    "games.players.services.accounts.change_preferences": "the account's own language, zone and theme",
    "games.players.services.players.create_account_player": "of an account that is just signing up",
    "games.players.services.accounts.delete_account": "the account itself; its page asks for the password",
    "games.players.services.accounts.end_session": "looked for among the account's own sessions",
    "games.players.services.accounts.export_personal_data": "what the site holds about the account",
    "games.tokens.services.create_token": "a key to the actor's own rights; asks for membership of its club",
    "games.tokens.services.revoke_token": "looked for among the actor's own tokens",
    "games.joint_sheets.services.sheets.open_sheet": "a sheet of the actor's own phone",
    "games.results.services.drafts.save_draft": "the actor's own; somebody else's key is refused",
    "tournaments.leagues.services.reminders.choose_reminders": "the account's own e-mails",
}
# A secret that somebody with the right gave away is the right, and is looked at.
BY_LINK = {
    "games.clubs.services.admission.accept_invitation": "the invitation, if its maker may still invite",
    "games.clubs.services.admission.claim_player": "the claim link, if its maker may still invite",
    "games.joint_sheets.services.slips.open_by_slip": "the slip of the table, as long as its people sit there",
    "games.joint_sheets.services.phones.take_seat": "the key of the sheet, for the phone itself, a seat that is free",
    "tournaments.events.services.check_in.check_in_at_door": "the key on the door, for the actor's own entry",
    "tournaments.events.services.check_in.check_in_by_token": "the player's QR code",
    "tournaments.events.services.mail.stop_mail": "the signed link in the e-mail that is to stop",
}
# The phone that holds a seat, or said something, is looked at; nobody else's word or seat is touched.
BY_PHONE = {
    "games.results.services.verdicts.withdraw_dispute": "the actor's or the phone's own dispute",
    "games.results.services.seats.give_back_seat": "the phone that holds the seat",
    "games.results.services.seats.keep_seat": "the phone that holds the seat",
    "games.joint_sheets.services.changes.send_changes": "the phone, field by field (`may_write`)",
    "games.joint_sheets.services.changes.send_form": "the phone, field by field (`may_write`)",
    "games.joint_sheets.services.choices.choose_setup": "the phone that keeps the sheet",
    "games.joint_sheets.services.choices.choose_writing": "the phone that keeps the sheet",
    "games.joint_sheets.services.choices.end_sheet": "the phone that keeps the sheet",
    "games.joint_sheets.services.choices.free_seat": "the phone that keeps the sheet",
    "games.joint_sheets.services.choices.hand_on": "the phone that keeps the sheet",
    "games.joint_sheets.services.choices.renew_code": "the phone that keeps the sheet",
    "games.joint_sheets.services.choices.take_over": "a phone with a seat, while the keeper's is silent",
    "games.joint_sheets.services.phones.leave_table": "the phone itself",
    "games.joint_sheets.services.record.record_sheet": "the phone that keeps the sheet; then as `record_game`",
}
# No person acts: the clock, a job, or what follows from a change that somebody had the right to make.
WITHOUT_A_PERSON = {
    "games.clubs.services.mail.wake_waiting_invitations": "by the clock",
    "games.exchange.services.webhooks.notify_webhook_of_many": "news of games that were recorded",
    "games.exchange.services.imports.tidy_imports": "by the clock",
    "games.exchange.services.webhooks.wake_waiting_webhooks": "by the clock",
    "games.joint_sheets.services.maintenance.clear_old_sheets": "by the clock",
    "games.joint_sheets.services.maintenance.forget_account": "after an account was deleted",
    "games.players.services.accounts.remove_unconfirmed_accounts": "by the clock",
    "games.ratings.services.topic.mark_every_pool": "after demo data came or went",
    "games.ratings.services.topic.mark_games": "after games changed",
    "games.results.services.maintenance.count_silent_games": "by the clock",
    "games.results.services.maintenance.forget_person": "after an account was deleted",
    "games.stats.services.fits.mark_due_fits": "by the clock",
    "games.stats.services.segments.mark_all_games": "after demo data came or went",
    "games.stats.services.segments.mark_segments": "after games changed",
    "games.stats.services.segments.mark_games": "after games changed",
    "tournaments.leagues.services.participants.enrol": "after guests came into a club",
    "tournaments.leagues.services.participants.enrol_member": "after somebody came into a club",
    "tournaments.leagues.services.participants.open_to_everybody": "after guests came into a club",
    "tournaments.events.services.changes.mark_event": "after a game changed",
    "tournaments.leagues.services.seasons.mark_running_seasons": "by the clock",
    "tournaments.leagues.services.reminders.announce_reminders": "by the clock",
}
# The administration asks on its own for the right to change such rows; the demo has no people.
BY_STAFF = {
    "games.clubs.services.clubs.store_details": "details that `create_club` and `update_club` store too",
    "games.players.services.merges.merge_players": "clubs and the holder of a claim link come by verbs that ask",
    "games.players.services.merges.undo_merge": "clubs come by a verb that asks",
}
# Nothing is stored.
READS = {
    "games.exchange.services.feeds.viewer_of_feed": "as whom a feed is read",
    "games.results.services.status.confirmation_of": "what has been said of a game",
    "games.results.services.verdicts.speaks_again": "whether somebody said it",
    "games.results.services.proofs.token_for": "a link; the page that shows it asks",
    "games.results.services.results.score_sheet": "the score of a sheet",
    "games.results.services.proofs.table_token": "a code; the page that shows it asks",
    "tournaments.leagues.services.seasons.wrong_days": "what is wrong with two dates",
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
    apart = {"tasks", "receivers", "commands", "admin", "demo", "hooks"}
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
PAGE = "from games.results.services.verdicts import void_game\n"


@pytest.mark.parametrize(
    ("modules", "found"),
    [
        ({"games.results.services.verdicts": ASKS}, set()),
        ({"games.results.services.verdicts": FORGETS}, {"void_game"}),
        ({"games.results.services.verdicts": FORGETS_POSITIONALLY}, {"void_game"}),
        ({"games.results.services.verdicts": ASKS_BY_ITS_LOCK, "games.services.locking": LOCK}, set()),
        (
            {"games.results.services.verdicts": FORGETS_BEHIND_ANOTHER, "games.services.inner": INNER},
            {"void_game", "store"},
        ),
    ],
)
def test_a_verb_that_forgets_to_ask_is_found(modules, found):
    source = Source(modules | {"games.results.web.verdicts": PAGE})
    assert {name for _module, name in source.verbs_without_question(set())} == found
