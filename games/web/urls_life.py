"""Addresses of games: browsing them, their pages, and what can happen to them."""

from django.urls import URLPattern, path

from games.web.browse.lists import browse
from games.web.life import detail, history, judging, organising, saving, table
from games.web.photo import views as photo

GAME = "games/<slug:public_id>/"

urlpatterns: list[URLPattern] = [
    path("games/", browse, name="browse"),
    path(GAME, detail.game_page, name="detail"),
    path(f"{GAME}history/", history.history, name="history"),
    path(f"{GAME}confirm/", judging.confirm, name="confirm"),
    path(f"{GAME}dispute/", judging.dispute, name="dispute"),
    path(f"{GAME}withdraw/", judging.withdraw, name="withdraw"),
    path(f"{GAME}free/<int:index>/", judging.free, name="free_seat"),
    path(f"{GAME}table/<secret:token>/", table.who_are_you, name="table"),
    path(f"{GAME}table/<secret:token>/<int:index>/", table.seat_at_table, name="table_seat"),
    path(f"{GAME}links/<int:index>/", judging.personal_link_page, name="personal_link"),
    path(f"{GAME}mine/<secret:token>/", judging.mine, name="mine"),
    path(f"{GAME}settle/", organising.settle, name="settle"),
    path(f"{GAME}void/", organising.void, name="void"),
    path(f"{GAME}restore/", organising.restore, name="restore"),
    path(f"{GAME}undo/<int:number>/", organising.undo, name="undo"),
    path(f"{GAME}save/", saving.save, name="save"),
    path(f"{GAME}photo.jpg", photo.show_photo, name="photo"),
    path(f"{GAME}photo/", photo.change_photo, name="change_photo"),
]
