from games.results.models.draft import Draft
from games.results.models.game import Game, GameEvent, GameOption, GamePhoto, Seat, SheetVersion
from games.results.models.tallies import ClubTally, SiteFigure
from games.results.models.verdict import ClubCounting, SeatClaim, Verdict

__all__ = [
    "ClubCounting",
    "ClubTally",
    "Draft",
    "Game",
    "GameEvent",
    "GameOption",
    "GamePhoto",
    "Seat",
    "SeatClaim",
    "SheetVersion",
    "SiteFigure",
    "Verdict",
]
