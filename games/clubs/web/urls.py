"""Addresses of clubs, except their home pages (see games.web.club_urls)."""

from django.urls import path

from games.clubs.web import (
    editing,
    event_mail,
    event_planning,
    events,
    guests,
    invitations,
    join_requests,
    lists,
    members,
)

app_name = "clubs"

MEMBER = "<slug:slug>/members/<slug:player_id>/"
EVENT = "<slug:slug>/events/<slug:event_id>/"
INVITATION = "<slug:slug>/invitations/<slug:invitation_id>/"

urlpatterns = [
    # The first words here are kept free by services.club_details.RESERVED_SLUGS.
    path("", lists.club_list, name="list"),
    path("mine/", lists.my_clubs, name="mine"),
    path("new/", editing.new_club, name="new"),
    path("invitations/<secret:token>/", invitations.invitation, name="invitation"),
    path("events/mail/<secret:token>/", event_mail.event_mail, name="event_mail"),
    path("merges/<slug:merge_id>/undo/", guests.undo_merge_page, name="undo_merge"),
    path("<slug:slug>/edit/", editing.edit_club, name="edit"),
    path("<slug:slug>/delete/", editing.delete_club_page, name="delete"),
    path("<slug:slug>/leave/", members.leave, name="leave"),
    path("<slug:slug>/join/", join_requests.ask, name="join"),
    path("<slug:slug>/join/withdraw/", join_requests.withdraw, name="withdraw"),
    path("<slug:slug>/requests/<slug:player_id>/", join_requests.answer, name="answer"),
    path("<slug:slug>/events/", events.event_list, name="events"),
    # Ids of events have no vowels, so this word is none.
    path("<slug:slug>/events/new/", event_planning.new_event, name="new_event"),
    path(EVENT, events.event_page, name="event"),
    path(f"{EVENT}event.ics", events.event_calendar, name="event_calendar"),
    path(f"{EVENT}answer/", events.answer, name="answer_event"),
    path(f"{EVENT}edit/", event_planning.edit_event, name="edit_event"),
    path(f"{EVENT}cancel/", event_planning.cancel, name="cancel_event"),
    path(f"{EVENT}restore/", event_planning.restore, name="restore_event"),
    path("<slug:slug>/guests/new/", guests.new_guest, name="new_guest"),
    path("<slug:slug>/members/", members.manage_members, name="members"),
    path(MEMBER, members.member, name="member"),
    path(f"{MEMBER}role/", members.set_role, name="role"),
    path(f"{MEMBER}remove/", members.remove, name="remove"),
    path(f"{MEMBER}hand-over/", members.hand_over, name="hand_over"),
    path(f"{MEMBER}edit/", guests.edit_guest, name="edit_guest"),
    path(f"{MEMBER}claim-link/", guests.claim_link, name="claim_link"),
    path(f"{MEMBER}spellings/", guests.new_spelling, name="new_spelling"),
    path(f"{MEMBER}spellings/forget/", guests.forget_spelling, name="forget_spelling"),
    path(f"{MEMBER}merge/", guests.merge, name="merge"),
    path("<slug:slug>/invitations/new/", invitations.new_invitation, name="new_invitation"),
    path(INVITATION, invitations.invitation_link, name="invitation_link"),
    path(f"{INVITATION}revoke/", invitations.revoke, name="revoke"),
]
