"""What the page of a game offers besides: sending it on to BG Stats."""

from django.http import HttpRequest

from games.exchange.formats.bgstats import create_play_link
from games.exchange.selectors.records import record_of
from games.models import Game
from games.web.sections import Section, SectionedPage, register_section

SOURCE_NAME = "Caledonia"


def register() -> None:
    register_section(SectionedPage.GAME, "exchange", send_on, order=90)


def send_on(request: HttpRequest, game: Game) -> Section:
    link = create_play_link(record_of(game), source_name=SOURCE_NAME)
    return Section("exchange/sections/game.html", {"link": link})
