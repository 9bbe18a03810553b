"""Who may open which address, and how: each address of the site stands here once."""

from dataclasses import dataclass

from tests.security.world import INSIDE, OUTSIDE

EVERYONE = frozenset({"visitor", "stranger", *INSIDE})


@dataclass(frozen=True)
class Group:
    """Who is let in at a public club's address. `in_private` are those whom a private club does not hide from."""

    label: str
    people: frozenset[str]
    in_private: frozenset[str] = frozenset(INSIDE)

    def lets_in(self, kind: str, *, private: bool) -> bool:
        return kind in self.people and (not private or kind in self.in_private)


ALL = frozenset({*EVERYONE, *OUTSIDE})
PUBLIC = Group("everybody", ALL, ALL)
LINK = Group("whoever has the secret link", ALL, ALL)
SIGNED_IN = Group("whoever has an account", ALL - {"visitor"}, ALL - {"visitor"})
SEES_CLUB = Group("whoever sees the club", ALL)
SEES_CLUB_SIGNED_IN = Group("whoever sees the club and has an account", ALL - {"visitor"})
# What frames and pictures show is the same for everybody, and of a private club there are none.
SHOWN_TO_ALL = Group("everybody, of clubs that are not private", ALL, frozenset())
KNOWS_GUEST = Group("whoever may know the guest's name", frozenset(INSIDE))
OUTSIDER = Group("who is no member yet", frozenset({"stranger", "former member", "staff"}), frozenset())
INSIDER = Group("members of the club", frozenset(INSIDE))
MEMBER = Group("members, for themselves", frozenset(INSIDE) - {"staff"})
PLAYER = Group("who sat there or takes part", frozenset({"player"}))
PLAYER_OR_ORGANISER = Group(
    "who takes part, or organises", frozenset({"player", "organiser", "owner", "staff"})
)
PLAYER_OR_KEEPER = Group("who takes part, or keeps scores", frozenset(INSIDE) - {"member"})
KEEPER = Group("who keeps scores", frozenset({"scorekeeper", "organiser", "owner", "staff"}))
ORGANISER = Group("organisers", frozenset({"organiser", "owner", "staff"}))
OWNER = Group("owners", frozenset({"owner", "staff"}))
OWNER_ALONE = Group("owners, for themselves", frozenset({"owner"}))
OWN = Group("the account it belongs to", frozenset({"scorekeeper"}))
STAFF = Group("site staff", frozenset({"staff"}), ALL)
# A state this world is not in; the table of permissions tries it in the right one.
NOBODY_NOW = Group("nobody, as things are", frozenset(), ALL)

READ, FORM, ACT = ("GET",), ("GET", "POST"), ("POST",)


@dataclass(frozen=True)
class Rule:
    group: Group
    methods: tuple[str, ...]


_RULES: list[tuple[Group, tuple[str, ...], str]] = [
    (PUBLIC, READ, """
        home account_inactive account_password_reset_completed clubs:list ratings:leaderboard
        ratings:leaderboard_file ratings:about ratings:forecast ratings:forecast_names
        statistics:table statistics:table_file statistics:pairs_file statistics:faction statistics:faction_file
        statistics:facts statistics:facts_file statistics:draft statistics:draft_file statistics:method
        statistics:chart_svg statistics:chart_png statistics:embed statistics:faction_frame
        statistics:facts_frame statistics:draft_frame
        statistics/clans/<slug:faction>/<slug:chart>.svg statistics/games/<slug:system>/<slug:chart>.svg
        statistics/draft/choices.svg statistics/clans/<slug:faction>/<slug:chart>.png
        statistics/games/<slug:system>/<slug:chart>.png statistics/draft/choices.png
        styleguide exchange:template games:manifest games:service_worker games:session games:offline games:waiting
        games:rules games:words games:start
        games:browse leagues:list events:list players:detail ratings:player ratings:history_file
        api:root api:docs api:openapi api:rulesets api:ruleset api:ruleset_schema api:figures api:clubs
        api:players api:player api:ratings api:statistics_factions api:statistics_faction api:statistics_pairs
        api:statistics_facts api:statistics_draft api:leagues
    """),
    (PUBLIC, FORM, """
        account_login account_logout account_signup account_reset_password account_complete_password_reset
        games:new games:totals joint:join api:games
    """),
    (PUBLIC, ACT, """
        set_language set_theme games:preview games:rules_failed joint:open api:ruleset_preview
    """),
    (LINK, READ, "events:room_screen joint:join_code joint:sheet joint:invite joint:news"),
    # What a phone may write and decide is asked of the phone (tests/permissions/test_joint_sheets.py).
    (LINK, ACT, "joint:seat joint:manage joint:changes joint:record"),
    (LINK, FORM, """
        clubs:event_mail games:mine games:table games:table_seat leagues:stop_reminders events:place
        events:stop_mail joint:slip
    """),
    (SIGNED_IN, READ, """
        account_overview account_personal_data mfa_index mfa_list_webauthn mfa_view_recovery_codes
        mfa_download_recovery_codes clubs:mine exchange:exports exchange:export_games games:drafts
        account_email_verification_sent
    """),
    (SIGNED_IN, FORM, """
        account_preferences usersessions_list account_delete mfa_authenticate mfa_reauthenticate
        mfa_activate_totp mfa_deactivate_totp mfa_generate_recovery_codes mfa_add_webauthn
        mfa_reauthenticate_webauthn mfa_remove_webauthn mfa_edit_webauthn mfa_login_webauthn
        account_reauthenticate account_email account_change_password account_set_password
        account_confirm_login_code clubs:new players:me exchange:imports games:tokens leagues:mine
    """),
    (SIGNED_IN, ACT, "account_end_session account_personal_data_archive"),
    (SEES_CLUB, READ, """
        clubs:detail clubs:events clubs:event clubs:event_calendar exchange:games_feed exchange:events_feed
        games:detail games:qr games:pdf
        leagues:of_club leagues:league leagues:season leagues:race leagues:honours leagues:history
        leagues:outlook leagues:schedule leagues:people leagues:player leagues:feed leagues:calendar
        events:of_club events:event events:rounds events:round events:why events:screen events:slips
        events:standings events:people events:results_csv events:results_json events:results_pdf
        api:game api:game_ratings api:club api:club_members api:leaderboard
        api:rating_forecast api:player_rating api:league_seasons api:season api:standings api:fixtures
        api:tournament_standings api:tournament_why
    """),
    (SEES_CLUB, ACT, "games:withdraw"),
    (SEES_CLUB_SIGNED_IN, READ, "exchange:connections"),
    (SEES_CLUB_SIGNED_IN, FORM, "events:leave events:door"),
    (SEES_CLUB_SIGNED_IN, ACT, "clubs:withdraw exchange:new_feed_key events:mail api:game_withdraw"),
    (SHOWN_TO_ALL, READ, "games:card_svg games:card_png leagues:embed leagues:standings_json"),
    (KNOWS_GUEST, READ, "ratings:head_to_head api:rating_head_to_head"),
    (OUTSIDER, FORM, "clubs:join"),
    (INSIDER, READ, "games:history games:photo api:game_history"),
    (MEMBER, FORM, "clubs:leave"),
    (MEMBER, ACT, "clubs:answer_event leagues:join"),
    (PLAYER, FORM, "games:dispute"),
    (PLAYER, ACT, "games:confirm api:game_confirm api:game_dispute events:register"),
    (PLAYER_OR_KEEPER, FORM, "leagues:link"),
    (KEEPER, READ, "games:personal_link events:check_in events:door_code"),
    (KEEPER, FORM, "clubs:new_guest games:edit"),
    (KEEPER, ACT, """
        games:undo games:free_seat games:change_photo events:everybody_is_there events:is_there
        events:is_not_there
    """),
    (ORGANISER, READ, """
        clubs:members clubs:member clubs:invitation_link leagues:overdue events:run events:history
        events:manage_people events:place_codes events:manage_rounds events:manage_round events:round_now
        events:table api:tournament_history api:tournament_draw_report
    """),
    (ORGANISER, FORM, """
        clubs:undo_merge clubs:new_event clubs:edit_event clubs:cancel_event clubs:remove clubs:edit_guest
        clubs:merge clubs:new_invitation clubs:counting exchange:webhook games:void
        leagues:new leagues:edit leagues:new_season leagues:edit_season leagues:next_season leagues:groups
        leagues:deal leagues:follow leagues:start leagues:close leagues:add_player leagues:adjustments
        leagues:unlink leagues:decide leagues:deadline leagues:results
        events:new events:settings events:stages events:finish events:add_entry events:invite events:wishes
        events:entry events:redraw events:undo_round events:change_tables events:unlink events:points
        events:notes events:screen_link api:tournament_notes api:tournament_wishes
    """),
    (ORGANISER, ACT, """
        clubs:answer clubs:restore_event clubs:role clubs:claim_link clubs:new_spelling clubs:forget_spelling
        clubs:revoke exchange:new_webhook games:settle games:restore leagues:undo_adjustment leagues:undo
        events:open_registration events:close_registration events:drop_wish events:entry_act events:draw
        events:publish events:draw_setup events:clock events:link_result events:settle events:accept
        events:decide events:undo_decision events:undo_points events:delete_note
        api:game_settle api:game_void api:game_restore api:tournament_invitations
        api:tournament_entry_do api:tournament_round_do api:tournament_table_do
        api:tournament_do
    """),
    (OWNER, FORM, "clubs:edit clubs:delete leagues:delete events:reopen events:delete"),
    (OWNER_ALONE, FORM, "clubs:hand_over"),
    (OWN, READ, "exchange:import exchange:progress api:import api:import_rows"),
    (OWN, FORM, "exchange:names games:draft"),
    (OWN, ACT, "exchange:all_names exchange:run exchange:cancel api:import_run api:import_stop"),
    (STAFF, READ, "operations:overview"),
    (STAFF, ACT, "operations:retry"),
    (NOBODY_NOW, READ, "security_txt"),
    (NOBODY_NOW, FORM, "leagues:reopen games:save account_confirm_password_reset_code"),
]  # fmt: skip

# Addresses where each method has its own group; the rest of the table is above.
_MIXED: dict[str, list[tuple[Group, tuple[str, ...]]]] = {
    "clubs:invitation": [(LINK, READ), (SIGNED_IN, ACT)],
    "api:imports": [(SIGNED_IN, ACT)],
    # Only one's own are found; there is a test of what others' requests do to them.
    "games:revoke_token": [(SIGNED_IN, ACT)],
    "exchange:revoke_feed_key": [(SIGNED_IN, ACT)],
    # With games still to play, which there are, organisers decide what becomes of them.
    "leagues:withdraw": [(PLAYER_OR_ORGANISER, READ), (ORGANISER, ACT)],
    "api:game_sheet": [(SEES_CLUB, READ), (KEEPER, ("PUT",))],
    "api:tournaments": [(PUBLIC, READ), (ORGANISER, ACT)],
    "api:tournament": [(SEES_CLUB, READ), (ORGANISER, ("PUT",)), (OWNER, ("DELETE",))],
    "api:tournament_stages": [(ORGANISER, ("PUT",))],
    "api:tournament_entries": [(SEES_CLUB, READ), (ORGANISER, ACT)],
    "api:tournament_entry": [(ORGANISER, ("PUT",))],
    "api:tournament_points": [(SEES_CLUB, READ), (ORGANISER, ACT)],
    "api:tournament_point": [(ORGANISER, ("DELETE",))],
    "api:tournament_note": [(ORGANISER, ("DELETE",))],
    "api:tournament_wish": [(ORGANISER, ("DELETE",))],
    "api:tournament_rounds": [(SEES_CLUB, READ), (ORGANISER, ACT)],
    "api:tournament_round": [(SEES_CLUB, READ), (ORGANISER, ("PUT", "DELETE"))],
}

# There is nothing behind these in this world, or what is sent names nothing: who is let in finds that out.
_EMPTY = """
    mfa_deactivate_totp mfa_view_recovery_codes mfa_download_recovery_codes
    statistics/games/<slug:system>/<slug:chart>.svg statistics/draft/choices.svg
    statistics/games/<slug:system>/<slug:chart>.png statistics/draft/choices.png
    statistics:facts_frame statistics:draft_frame statistics:draft_file
    events:invite events:link_result events:settle leagues:results api:tournament_invitations
"""
EMPTY = frozenset(_EMPTY.split())


def rules() -> list[tuple[str, Rule]]:
    """The table as pairs, so that a test can find what stands there twice."""
    found = [(key, Rule(group, methods)) for group, methods, keys in _RULES for key in keys.split()]
    found += [(key, Rule(group, methods)) for key, parts in _MIXED.items() for group, methods in parts]
    return found
