from games.results.models.draft import Draft
from games.results.models.game import Game, GameAuditRecord, GameOption, GamePhoto, Seat, SheetVersion
from games.results.models.tallies import ClubTally, SiteFigure
from games.results.models.verdict import ClubConfirmation, SeatClaim, Verdict

__all__ = [
    "ClubConfirmation",
    "ClubTally",
    "Draft",
    "Game",
    "GameAuditRecord",
    "GameOption",
    "GamePhoto",
    "Seat",
    "SeatClaim",
    "SheetVersion",
    "SiteFigure",
    "Verdict",
]
