"""A club's games as an Atom feed and its events as a calendar."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from caledonia_site.common.permissions import may
from games.clubs.icalendar import as_calendar
from games.clubs.models import Club
from games.clubs.selectors.meetings import meetings_of
from games.exchange.services.feeds import viewer_of_feed
from games.players.viewers import Viewer
from games.results.selectors.games import GameFilter, page_of_rows
from games.results.web.browse import rows_of
from games.results.web.share_contents import summary_of

NEWEST = 50


@require_safe
def games_feed(request: HttpRequest, slug: str) -> HttpResponse:
    club, viewer = _club(request, slug)
    times = ("submitted_at", "created_at")
    page = page_of_rows(viewer=viewer, filters=GameFilter(club=club), size=NEWEST, also=times)
    site = request.build_absolute_uri("/")[:-1]
    feed = Atom1Feed(
        title=_("Games of %(club)s") % {"club": club.name},
        link=site + club.get_absolute_url(),
        description="",
        feed_url=site + request.path,
    )
    for row in rows_of(page.rows, viewer):
        feed.add_item(
            title=f"{row.system}, {row.game.played_on.isoformat()}",
            link=site + row.game.get_absolute_url(),
            description=summary_of(row.seats),
            unique_id=site + row.game.get_absolute_url(),
            updateddate=row.game.submitted_at,
            pubdate=row.game.created_at,
        )
    return _private(
        HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    )


@require_safe
def events_feed(request: HttpRequest, slug: str) -> HttpResponse:
    club, viewer = _club(request, slug)
    events = meetings_of(club=club, viewer=viewer).order_by("-starts_at")[:200]
    text = as_calendar(events, site_address=request.build_absolute_uri("/")[:-1], name=club.name)
    return _private(HttpResponse(text, content_type="text/calendar; charset=utf-8"))


def _club(request: HttpRequest, slug: str) -> tuple[Club, Viewer]:
    """What the reader may not see does not exist, with or without a secret link."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404
    viewer = viewer_of_feed(club=club, visitor=request.user, secret=request.GET.get("key", "")[:100])
    if not may(viewer, "clubs.see_club", club):
        raise Http404
    return club, viewer


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, max-age=300"
    return response
