"""Addresses of what makes the sheet work without a connection. They come before those of the sheets, whose game
systems could be called anything.
"""

from django.urls import URLPattern, path

from games.web.offline import views

urlpatterns: list[URLPattern] = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.service_worker, name="service_worker"),
    path("score/session/", views.session, name="session"),
    path("score/offline/", views.no_connection, name="offline"),
]
