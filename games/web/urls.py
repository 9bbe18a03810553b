"""Addresses of score sheets and games."""

from games.web import urls_life, urls_offline, urls_share, urls_sheet, urls_tokens

app_name = "games"

urlpatterns = [
    *urls_offline.urlpatterns,
    *urls_sheet.urlpatterns,
    *urls_life.urlpatterns,
    *urls_share.urlpatterns,
    *urls_tokens.urlpatterns,
]
