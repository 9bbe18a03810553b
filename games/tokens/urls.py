"""Addresses of the keys for programs."""

from django.urls import path

from games.tokens import views

urlpatterns = [
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/<slug:public_id>/revoke/", views.revoke, name="revoke_token"),
]
