"""Addresses of what people take away of a game."""

from django.urls import URLPattern, path

from games.web.share import views
from games.web.urls_life import GAME

urlpatterns: list[URLPattern] = [
    path(f"{GAME}card.svg", views.card_svg, name="card_svg"),
    path(f"{GAME}card.png", views.card_png, name="card_png"),
    path(f"{GAME}qr.svg", views.qr, name="qr"),
    path(f"{GAME}sheet.pdf", views.pdf, name="pdf"),
]
