"""What leagues add to the pages of a club, a game and a player."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.models import Player
from games.results.models import Game
from games.results.web.sections import Section
from tournaments.leagues.selectors.leagues import leagues_to_show, rows_of_player, seasons_of_game
from tournaments.shared.wording import shown_value

STYLES = "tournaments/tournaments.css"


def leagues_of_club(request: HttpRequest, club: Club) -> Section | None:
    creates = may(request.user, "tournaments.create_league", club)
    leagues = leagues_to_show(club, request.user)
    if not leagues and not creates:
        return None
    content = {
        "address": reverse("leagues:of_club", args=[club.slug]),
        "new_address": reverse("leagues:new", args=[club.slug]) if creates and not leagues else "",
        "leagues": [
            {
                "league": league,
                "season": season,
                "address": (season or league).get_absolute_url(),
                "rows": [
                    {
                        "place": row.place,
                        "name": row.player.shown_where(named=league.shows_names).name,
                        "points": shown_value("points", row.points),
                    }
                    for row in rows
                ],
            }
            for league, season, rows in leagues
        ],
    }
    return Section("leagues/sections/club.html", content, stylesheet=STYLES)


def leagues_of_game(request: HttpRequest, game: Game) -> Section | None:
    """Where the game counts: of each league at most once."""
    seasons = seasons_of_game(game, request.user)
    if not seasons:
        return None
    rows: list[dict[str, Any]] = [
        {
            "league": season.league.name,
            "season": season.name,
            "address": season.get_absolute_url(),
            "round": number,
        }
        for season, number in seasons
    ]
    return Section("leagues/sections/game.html", {"seasons": rows})


def leagues_of_player(request: HttpRequest, player: Player) -> Section | None:
    rows = rows_of_player(player, request.user)
    if not rows:
        return None
    lines = [
        {
            "league": row.standings.season.league.name,
            "season": row.standings.season.name,
            "address": row.standings.season.get_absolute_url(),
            "place": row.place,
            "points": shown_value("points", row.points),
            "games": row.games,
        }
        for row in rows
    ]
    return Section("leagues/sections/player.html", {"rows": lines})
