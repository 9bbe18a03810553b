"""All addresses of the site, by area."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from caledonia_site.pages import errors, home, preferences, security_contact, styleguide
from games.players.accounts.views import too_many_requests
from games.results.web.urls import urlpatterns as game_patterns
from games.sheets.urls import urlpatterns as sheet_patterns
from games.tokens.urls import urlpatterns as token_patterns

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.not_found
handler429 = too_many_requests
handler500 = errors.server_error

# Staff come in through the same door as everyone, with its limits and its second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", home.HomeView.as_view(), name="home"),
    path(".well-known/security.txt", security_contact.security_txt, name="security_txt"),
    path("preferences/language/", preferences.set_language, name="set_language"),
    path("preferences/theme/", preferences.set_theme, name="set_theme"),
    path("account/", include("games.players.accounts.urls")),
    path("clubs/", include("games.results.web.club_urls")),
    path("players/", include("games.results.web.player_urls")),
    path("ratings/", include("games.ratings.web.urls")),
    path("statistics/", include("games.stats.web.urls")),
    path("styleguide/", styleguide.StyleguideView.as_view(), name="styleguide"),
    path("", include("games.exchange.web.urls")),
    # One namespace: to whom a page of a game belongs is not for templates to know.
    path("", include(([*sheet_patterns, *game_patterns, *token_patterns], "games"))),
    path("", include("games.joint_sheets.web.urls")),
    path("", include("tournaments.leagues.web.urls")),
    path("", include("tournaments.events.web.urls")),
    path("api/v1/", include("caledonia_site.api_urls")),
    path("admin/", admin.site.urls),
    path("", include("caledonia_site.operations.urls")),
]
