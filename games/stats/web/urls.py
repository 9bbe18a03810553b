"""Addresses of statistics."""

from django.urls import path

from games.stats.web import downloads, draft, faction, factions, system

app_name = "statistics"

FACTION = "clans/<slug:faction>/"
FACTS = "games/<slug:system>/"

# Before the tables, whose form is any word.
CHARTS = [
    pattern
    for form in ("svg", "png")
    for pattern in (
        path(f"charts/<slug:chart>.{form}", downloads.chart_file, {"form": form}, name=f"chart_{form}"),
        path(f"{FACTION}<slug:chart>.{form}", faction.faction_chart, {"form": form}),
        path(f"{FACTS}<slug:chart>.{form}", system.facts_chart, {"form": form}),
        path(f"draft/choices.{form}", draft.draft_chart, {"form": form}),
    )
]

urlpatterns = [
    *CHARTS,
    path("", factions.table_page, name="table"),
    path("clans.<slug:form>", factions.table_file, name="table_file"),
    path("pairs.<slug:form>", factions.pairs_file, name="pairs_file"),
    path("embed/<slug:chart>/", downloads.embed, name="embed"),
    path(FACTION, faction.faction_page, name="faction"),
    path(f"{FACTION}<slug:chart>/frame/", faction.faction_frame, name="faction_frame"),
    path(f"{FACTION}<slug:table>.<slug:form>", faction.faction_file, name="faction_file"),
    path(FACTS, system.facts_page, name="facts"),
    path(f"{FACTS}<slug:chart>/frame/", system.facts_frame, name="facts_frame"),
    path(f"{FACTS}<slug:table>.<slug:form>", system.facts_file, name="facts_file"),
    path("draft/", draft.draft_page, name="draft"),
    path("draft/choices.<slug:form>", draft.draft_file, name="draft_file"),
    path("draft/choices/frame/", draft.draft_frame, name="draft_frame"),
    path("method/", factions.method_page, name="method"),
]
