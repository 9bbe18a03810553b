"""Addresses of import and export."""

from django.urls import path

from games.exchange.web import connections, exports, feeds, imports

app_name = "exchange"

urlpatterns = [
    path("import/", imports.imports, name="imports"),
    path("import/template/<slug:system>.csv", imports.template, name="template"),
    path("import/<slug:public_id>/", imports.import_page, name="import"),
    path("import/<slug:public_id>/progress/", imports.progress, name="progress"),
    path("import/<slug:public_id>/names/", imports.names, name="names"),
    path("import/<slug:public_id>/names/all/", imports.all_names, name="all_names"),
    path("import/<slug:public_id>/run/", imports.run, name="run"),
    path("import/<slug:public_id>/stop/", imports.cancel, name="cancel"),
    path("clubs/<slug:slug>/games.atom", feeds.games_feed, name="games_feed"),
    path("clubs/<slug:slug>/events.ics", feeds.events_feed, name="events_feed"),
    path("clubs/<slug:slug>/connections/", connections.connections, name="connections"),
    path("clubs/<slug:slug>/connections/link/", connections.new_feed_key, name="new_feed_key"),
    path(
        "clubs/<slug:slug>/connections/link/<slug:public_id>/revoke/",
        connections.revoke_key,
        name="revoke_feed_key",
    ),
    path("clubs/<slug:slug>/connections/webhook/", connections.new_webhook, name="new_webhook"),
    path("clubs/<slug:slug>/connections/webhook/<slug:public_id>/", connections.webhook, name="webhook"),
    path("export/", exports.export_page, name="exports"),
    path("export/games.<slug:form>", exports.export_games, name="export_games"),
]
