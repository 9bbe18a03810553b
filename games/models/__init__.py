from games.models.club_counting import ClubCounting
from games.models.club_tally import ClubTally
from games.models.draft import Draft
from games.models.game import Game
from games.models.game_event import GameEvent
from games.models.game_option import GameOption
from games.models.game_photo import GamePhoto
from games.models.kept_answer import KeptAnswer
from games.models.personal_token import PersonalToken
from games.models.seat import Seat
from games.models.seat_claim import SeatClaim
from games.models.sheet_version import SheetVersion
from games.models.site_figure import SiteFigure
from games.models.verdict import Verdict

__all__ = [
    "ClubCounting",
    "ClubTally",
    "Draft",
    "Game",
    "GameEvent",
    "GameOption",
    "GamePhoto",
    "KeptAnswer",
    "PersonalToken",
    "Seat",
    "SeatClaim",
    "SheetVersion",
    "SiteFigure",
    "Verdict",
]
