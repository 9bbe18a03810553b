"""Addresses of games: browsing them, their pages, what can happen to them, and what people take away."""

from django.urls import URLPattern, path

from games.results.web import clubs, game, history, photos, share, table, verdicts
from games.results.web.browse import browse

GAME = "games/<slug:public_id>/"

urlpatterns: list[URLPattern] = [
    path("games/", browse, name="browse"),
    path(GAME, game.game_page, name="detail"),
    path(f"{GAME}history/", history.history, name="history"),
    path(f"{GAME}confirm/", verdicts.confirm, name="confirm"),
    path(f"{GAME}dispute/", verdicts.dispute, name="dispute"),
    path(f"{GAME}withdraw/", verdicts.withdraw, name="withdraw"),
    path(f"{GAME}free/<int:index>/", verdicts.free, name="free_seat"),
    path(f"{GAME}table/<secret:token>/", table.who_are_you, name="table"),
    path(f"{GAME}table/<secret:token>/<int:index>/", table.seat_at_table, name="table_seat"),
    path(f"{GAME}links/<int:index>/", verdicts.personal_link_page, name="personal_link"),
    path(f"{GAME}mine/<secret:token>/", verdicts.mine, name="mine"),
    path(f"{GAME}settle/", verdicts.settle, name="settle"),
    path(f"{GAME}void/", verdicts.void, name="void"),
    path(f"{GAME}restore/", verdicts.restore, name="restore"),
    path(f"{GAME}undo/<int:number>/", verdicts.undo, name="undo"),
    path(f"{GAME}save/", clubs.save, name="save"),
    path(f"{GAME}photo.jpg", photos.show_photo, name="photo"),
    path(f"{GAME}photo/", photos.change_photo, name="change_photo"),
    path(f"{GAME}card.svg", share.card_svg, name="card_svg"),
    path(f"{GAME}card.png", share.card_png, name="card_png"),
    path(f"{GAME}qr.svg", share.qr, name="qr"),
    path(f"{GAME}sheet.pdf", share.pdf, name="pdf"),
]
