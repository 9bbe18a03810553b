"""Addresses of the account."""

from django.urls import include, path

from games.players.accounts.views import overview, preferences, privacy, sessions, sign_in

urlpatterns = [
    path("", overview.OverviewView.as_view(), name="account_overview"),
    path("login/", sign_in.SignInView.as_view(), name="account_login"),
    path("preferences/", preferences.PreferencesView.as_view(), name="account_preferences"),
    path("devices/", sessions.SessionsView.as_view(), name="usersessions_list"),
    path("devices/sign-out/", sessions.EndSessionView.as_view(), name="account_end_session"),
    path("data/", privacy.PersonalDataView.as_view(), name="account_personal_data"),
    path("data/archive/", privacy.PersonalDataArchiveView.as_view(), name="account_personal_data_archive"),
    path("delete/", privacy.DeleteAccountView.as_view(), name="account_delete"),
    path("two-step/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
