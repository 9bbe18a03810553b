"""Addresses of what organisers do with a tournament."""

from django.urls import path

from tournaments.web.events import (
    organising,
    organising_door,
    organising_people,
    organising_results,
    organising_rounds,
    organising_rulings,
    organising_setup,
    organising_tables,
)

RUN = "tournaments/<slug:key>/run/"
ENTRY = f"{RUN}people/<slug:entry_id>/"
DOOR = f"{RUN}door/"
ROUND = f"{RUN}rounds/<int:number>/"
TABLE = f"{RUN}tables/<slug:table_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/tournaments/new/", organising_setup.new_event, name="new"),
    path(RUN, organising.run, name="run"),
    path(f"{RUN}settings/", organising_setup.settings, name="settings"),
    path(f"{RUN}stages/", organising_setup.stages, name="stages"),
    path(f"{RUN}open/", organising.open_the_registration, name="open_registration"),
    path(f"{RUN}close/", organising.close_the_registration, name="close_registration"),
    path(f"{RUN}finish/", organising.finish, name="finish"),
    path(f"{RUN}reopen/", organising.reopen, name="reopen"),
    path(f"{RUN}delete/", organising.delete, name="delete"),
    path(f"{RUN}history/", organising.history, name="history"),
    path(f"{RUN}people/", organising_people.manage_people, name="manage_people"),
    path(f"{RUN}add/", organising_people.add_entries, name="add_entry"),
    path(f"{RUN}invite/", organising_people.invite, name="invite"),
    path(f"{RUN}wishes/", organising_people.wishes, name="wishes"),
    path(f"{RUN}wishes/<int:wish_id>/", organising_people.take_back_wish, name="drop_wish"),
    path(ENTRY, organising_people.entry, name="entry"),
    path(f"{ENTRY}<slug:what>/", organising_people.entry_act, name="entry_act"),
    path(DOOR, organising_door.check_in, name="check_in"),
    path(f"{DOOR}code/", organising_door.door_code, name="door_code"),
    path(f"{DOOR}codes/", organising_door.place_codes, name="place_codes"),
    path(f"{DOOR}everybody/", organising_door.everybody_is_there, name="everybody_is_there"),
    path(f"{DOOR}<slug:entry_id>/there/", organising_door.is_there, name="is_there"),
    path(f"{DOOR}<slug:entry_id>/not-there/", organising_door.is_not_there, name="is_not_there"),
    path(f"{RUN}screen/", organising_rounds.screen_link, name="screen_link"),
    path(f"{RUN}draw/", organising_rounds.draw, name="draw"),
    path(f"{RUN}rounds/", organising_rounds.manage_rounds, name="manage_rounds"),
    path(ROUND, organising_rounds.manage_round, name="manage_round"),
    path(f"{ROUND}now/", organising_rounds.round_now, name="round_now"),
    path(f"{ROUND}publish/", organising_rounds.publish, name="publish"),
    path(f"{ROUND}redraw/", organising_rounds.redraw, name="redraw"),
    path(f"{ROUND}undo/", organising_rounds.undo, name="undo_round"),
    path(f"{ROUND}setup/", organising_rounds.draw_the_setup, name="draw_setup"),
    path(f"{ROUND}clock/<slug:what>/", organising_rounds.clock, name="clock"),
    path(f"{ROUND}tables/", organising_tables.tables, name="change_tables"),
    path(TABLE, organising_results.table, name="table"),
    path(f"{TABLE}link/", organising_results.link_result, name="link_result"),
    path(f"{TABLE}settle/", organising_results.settle, name="settle"),
    path(f"{TABLE}accept/", organising_results.accept, name="accept"),
    path(f"{TABLE}decide/", organising_results.decide, name="decide"),
    path(f"{TABLE}undo/", organising_results.undo_decision, name="undo_decision"),
    path(f"{TABLE}unlink/", organising_results.unlink, name="unlink"),
    path(f"{RUN}points/", organising_rulings.points, name="points"),
    path(f"{RUN}points/<int:adjustment_id>/undo/", organising_rulings.undo_points, name="undo_points"),
    path(f"{RUN}notes/", organising_rulings.notes, name="notes"),
    path(f"{RUN}notes/<int:note_id>/delete/", organising_rulings.remove_note, name="delete_note"),
]
