"""Who may see, record, correct and judge games."""

from typing import Any

import rules

from games.clubs.enums import ClubVisibility
from games.clubs.rules import is_member, is_organiser, is_scorekeeper, staff_or_organiser
from games.players.rules import is_signed_in, is_site_staff
from games.players.viewers import Viewer


@rules.predicate
def has_club(user: Viewer, game: Any) -> bool:
    return game.club_id is not None


@rules.predicate
def in_private_club(user: Viewer, game: Any) -> bool:
    return game.club_id is not None and game.club.visibility == ClubVisibility.PRIVATE


@rules.predicate
def is_recorder(user: Viewer, game: Any) -> bool:
    return bool(user.is_authenticated and game.recorded_by_id == user.pk)


@rules.predicate
def is_seated(user: Viewer, game: Any) -> bool:
    """Asked of the seats as fetched, so that a page that has them needs no further query."""
    return bool(user.is_authenticated) and any(
        seat.player_id and seat.player.account_id == user.pk for seat in game.seats.all()
    )


# A game outside any club has no role to ask for, so these come after `has_club`.
belongs = has_club & is_member
keeps_scores = has_club & is_scorekeeper
organises = has_club & is_organiser
# In a club's game whoever recorded it has rights while they are in the club, and none from it afterwards.
answers_for_it = is_recorder & (~has_club | is_member)
# Likewise whoever sat there speaks for the table.
speaks_for_table = is_seated & (~has_club | is_member)

rules.add_perm("games.see_game", ~in_private_club | belongs | is_seated | is_site_staff)
# Who changed what, and the photo of the sheet: of a public club too, for its members alone.
rules.add_perm("games.see_history", belongs | (~has_club & (is_recorder | is_seated)) | is_site_staff)
rules.add_perm("games.correct_game", keeps_scores | answers_for_it | is_site_staff)
# Also who has left the club since: it is their result.
rules.add_perm("games.judge_game", is_seated)
# What somebody wrote in a dispute is for those who have to do with it.
rules.add_perm("games.see_objections", is_seated | keeps_scores | answers_for_it | is_site_staff)
rules.add_perm("games.see_personal_links", keeps_scores | answers_for_it | is_site_staff)
# Everybody at the table may pass its code on, and guests and typed names in a link.
rules.add_perm("games.show_table_code", keeps_scores | answers_for_it | speaks_for_table | is_site_staff)
rules.add_perm("games.share_names", keeps_scores | answers_for_it | speaks_for_table | is_site_staff)
rules.add_perm("games.settle_game", organises | is_site_staff)
rules.add_perm("games.void_game", organises | (~has_club & is_recorder) | is_site_staff)
# What a visitor entered also by the phones of the table (`services/rights.py`); the bare address is no right to it.
rules.add_perm("games.save_into_club", is_signed_in & ~has_club & (is_recorder | is_seated | is_site_staff))

# Of a club. Members record the games they sit in; scorekeepers any game of the club.
rules.add_perm("games.record_in_club", is_member | is_site_staff)
rules.add_perm("games.record_for_others", is_scorekeeper | is_site_staff)
rules.add_perm("games.change_confirmation", staff_or_organiser)
