"""What statistics add to a club's page: the way to its own table of clans."""

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from games.clubs.models import Club
from games.results.web.sections import Section, SectionedPage, register_section
from games.stats import terms

AFTER_RATINGS = 20


def register() -> None:
    register_section(SectionedPage.CLUB, "statistics", statistics_of_club, order=AFTER_RATINGS)


def statistics_of_club(request: HttpRequest, club: Club) -> Section:
    """Links alone: whether there are games yet, the page behind them says."""
    query = urlencode({"club": club.slug})
    links = [
        (name, f"{reverse('statistics:facts', args=[system])}?{query}")
        for system, name in terms.named_systems()
    ]
    content = {"table": f"{reverse('statistics:table')}?{query}", "systems": links}
    return Section("stats/sections/club.html", content)
