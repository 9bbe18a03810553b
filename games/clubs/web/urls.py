"""Addresses of clubs, except their home pages (see games.results.web.club_urls)."""

from django.urls import path

from games.clubs.web import clubs, guests, invitations, meetings, members

app_name = "clubs"

MEMBER = "<slug:slug>/members/<slug:player_id>/"
MEETING = "<slug:slug>/events/<slug:meeting_id>/"
INVITATION = "<slug:slug>/invitations/<slug:invitation_id>/"

urlpatterns = [
    # The first words here are kept free by services.clubs.RESERVED_SLUGS.
    path("", clubs.club_list, name="list"),
    path("mine/", clubs.my_clubs, name="mine"),
    path("new/", clubs.new_club, name="new"),
    path("invitations/<secret:token>/", invitations.invitation, name="invitation"),
    path("events/mail/<secret:token>/", meetings.meeting_mail, name="event_mail"),
    path("merges/<slug:merge_id>/undo/", guests.undo_merge_page, name="undo_merge"),
    path("<slug:slug>/edit/", clubs.edit_club, name="edit"),
    path("<slug:slug>/delete/", clubs.delete_club_page, name="delete"),
    path("<slug:slug>/leave/", members.leave, name="leave"),
    path("<slug:slug>/join/", members.ask, name="join"),
    path("<slug:slug>/join/withdraw/", members.withdraw, name="withdraw"),
    path("<slug:slug>/requests/<slug:player_id>/", members.answer, name="answer"),
    path("<slug:slug>/events/", meetings.meeting_list, name="events"),
    # Ids of meetings have no vowels, so this word is none.
    path("<slug:slug>/events/new/", meetings.new_meeting, name="new_event"),
    path(MEETING, meetings.meeting_page, name="event"),
    path(f"{MEETING}event.ics", meetings.meeting_calendar, name="event_calendar"),
    path(f"{MEETING}answer/", meetings.answer, name="answer_event"),
    path(f"{MEETING}edit/", meetings.edit_meeting, name="edit_event"),
    path(f"{MEETING}cancel/", meetings.cancel, name="cancel_event"),
    path(f"{MEETING}restore/", meetings.restore, name="restore_event"),
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
