"""Addresses of the account."""

from django.urls import include, path

from games.players.accounts import views

urlpatterns = [
    path("", views.OverviewView.as_view(), name="account_overview"),
    path("login/", views.SignInView.as_view(), name="account_login"),
    path("preferences/", views.PreferencesView.as_view(), name="account_preferences"),
    path("devices/", views.SessionsView.as_view(), name="usersessions_list"),
    path("devices/sign-out/", views.EndSessionView.as_view(), name="account_end_session"),
    path("data/", views.PersonalDataView.as_view(), name="account_personal_data"),
    path("data/archive/", views.PersonalDataArchiveView.as_view(), name="account_personal_data_archive"),
    path("delete/", views.DeleteAccountView.as_view(), name="account_delete"),
    path("two-step/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
