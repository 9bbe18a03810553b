"""Addresses of what organisers do with a tournament."""

from django.urls import path

from tournaments.events.web.organise import adjustments, home, people, results, rounds, setup, tables

RUN = "tournaments/<slug:key>/run/"
PARTICIPANT = f"{RUN}people/<slug:entry_id>/"
DOOR = f"{RUN}door/"
ROUND = f"{RUN}rounds/<int:number>/"
TABLE = f"{RUN}tables/<slug:table_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/tournaments/new/", setup.new_event, name="new"),
    path(RUN, home.run, name="run"),
    path(f"{RUN}settings/", setup.settings, name="settings"),
    path(f"{RUN}stages/", setup.stages, name="stages"),
    path(f"{RUN}open/", home.open_the_registration, name="open_registration"),
    path(f"{RUN}close/", home.close_the_registration, name="close_registration"),
    path(f"{RUN}finish/", home.finish, name="finish"),
    path(f"{RUN}reopen/", home.reopen, name="reopen"),
    path(f"{RUN}delete/", home.delete, name="delete"),
    path(f"{RUN}history/", home.history, name="history"),
    path(f"{RUN}people/", people.manage_people, name="manage_people"),
    path(f"{RUN}add/", people.add_participants, name="add_entry"),
    path(f"{RUN}invite/", people.invite, name="invite"),
    path(f"{RUN}wishes/", people.seating_rules, name="wishes"),
    path(f"{RUN}wishes/<int:wish_id>/", people.drop_seating_rule, name="drop_wish"),
    path(PARTICIPANT, people.participant, name="entry"),
    path(f"{PARTICIPANT}<slug:what>/", people.participant_act, name="entry_act"),
    path(DOOR, people.check_in, name="check_in"),
    path(f"{DOOR}code/", people.door_code, name="door_code"),
    path(f"{DOOR}codes/", people.place_codes, name="place_codes"),
    path(f"{DOOR}everybody/", people.everybody_is_there, name="everybody_is_there"),
    path(f"{DOOR}<slug:entry_id>/there/", people.is_there, name="is_there"),
    path(f"{DOOR}<slug:entry_id>/not-there/", people.is_not_there, name="is_not_there"),
    path(f"{RUN}screen/", rounds.screen_link, name="screen_link"),
    path(f"{RUN}draw/", rounds.draw, name="draw"),
    path(f"{RUN}rounds/", rounds.manage_rounds, name="manage_rounds"),
    path(ROUND, rounds.manage_round, name="manage_round"),
    path(f"{ROUND}now/", rounds.round_now, name="round_now"),
    path(f"{ROUND}publish/", rounds.publish, name="publish"),
    path(f"{ROUND}redraw/", rounds.redraw, name="redraw"),
    path(f"{ROUND}undo/", rounds.undo, name="undo_round"),
    path(f"{ROUND}setup/", rounds.draw_the_setup, name="draw_setup"),
    path(f"{ROUND}clock/<slug:what>/", rounds.clock, name="clock"),
    path(f"{ROUND}tables/", tables.tables, name="change_tables"),
    path(TABLE, results.table, name="table"),
    path(f"{TABLE}link/", results.link_result, name="link_result"),
    path(f"{TABLE}settle/", results.settle, name="settle"),
    path(f"{TABLE}accept/", results.accept, name="accept"),
    path(f"{TABLE}decide/", results.decide, name="decide"),
    path(f"{TABLE}undo/", results.undo_decision, name="undo_decision"),
    path(f"{TABLE}unlink/", results.unlink, name="unlink"),
    path(f"{RUN}points/", adjustments.points, name="points"),
    path(f"{RUN}points/<int:adjustment_id>/undo/", adjustments.undo_points, name="undo_points"),
    path(f"{RUN}notes/", adjustments.notes, name="notes"),
    path(f"{RUN}notes/<int:note_id>/delete/", adjustments.remove_note, name="delete_note"),
]
