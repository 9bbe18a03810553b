"""What Django alone can do here: an answer without content, and the shortest list of games anyone would write."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import engines

from games.results.models import Game

LIST = """\
<!doctype html><title>Games</title><ul>
{% for game in games %}
<li>{{ game.played_on }} {{ game.club.name }}:
{% for seat in game.seats.all %}{{ seat.player.name }} {{ seat.total }} {% endfor %}</li>
{% endfor %}</ul>"""


def bare_view(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def bare_list(request: HttpRequest) -> HttpResponse:
    """As many games as a page of the site's own list has, with the same clubs, seats and players."""
    games = (
        Game.objects.select_related("club")
        .prefetch_related("seats__player")
        .order_by("-played_on", "-id")[:25]
    )
    return HttpResponse(_template().render({"games": games}, request))


@cache
def _template() -> Any:
    return engines["django"].from_string(LIST)
