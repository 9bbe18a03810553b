"""What cannot be done with a league, said to whoever tried."""

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.results.services.errors import ResultElsewhereError
from tournaments.shared.errors import FieldError, ViolationsError


class ConfigurationError(ViolationsError):
    """`violations` name each setting that cannot be used."""

    code = "configuration"
    message = _("Some settings of the season cannot be used.")


class SeasonsOverlapError(FieldError):
    code = "seasons_overlap"
    field = "starts_on"
    message = _(
        "These days overlap with “%(season)s” (%(first)s to %(last)s). A game would count in two seasons of "
        "one league: let this season begin after the other ends."
    )


class SeasonTooLongError(FieldError):
    code = "season_too_long"
    field = "ends_on"
    message = _("A season lasts three years at most.")


class SeasonClosedError(UserError):
    code = "season_closed"
    message = _("This season is closed: an owner of the club can reopen it.")


class SeasonNotPlannedError(UserError):
    code = "season_not_planned"
    message = _("This season has started already: its groups and its schedule stay as they are.")


class SeasonNotRunningError(UserError):
    code = "season_not_running"
    message = _("This season has not started yet.")


class NotInClubError(FieldError):
    code = "not_in_club"
    field = "player"
    message = _("Only members and guests of the club can take part in its league.")


class AlreadyTakesPartError(FieldError):
    code = "already_takes_part"
    field = "player"
    message = _("This player takes part already.")


class TooLateToJoinError(FieldError):
    code = "too_late_to_join"
    field = "player"
    message = _(
        "The groups of this season are playing. New players come in with the next season, at the bottom."
    )


class GroupHasPlayedError(FieldError):
    code = "group_has_played"
    field = "group"
    message = _(
        "This group has played already, and nobody left games behind that a new player could take over. New players "
        "come in with the next season, at the bottom."
    )


class GroupFullError(FieldError):
    code = "group_full"
    field = "group"
    message = _("With one more player this group would be too large for a schedule.")


class AlreadyWithdrawnError(UserError):
    code = "already_withdrawn"
    message = _("This player has withdrawn already.")


class OpenGamesUndecidedError(FieldError):
    code = "open_games_undecided"
    field = "open_games"
    message = _("%(name)s has %(count)s games still to play. Say what becomes of them.")


class PlayerInTwoGroupsError(FieldError):
    code = "player_in_two_groups"
    field = "group"
    message = _("%(name)s would be in two groups: choose one.")


class NotTakingPartError(FieldError):
    code = "not_taking_part"
    field = "group"
    message = _("A player of these groups does not take part in the season.")


class GroupSizeError(UserError):
    code = "group_size"
    message = _(
        "%(group)s has %(size)s players. Groups at tables of %(seats)s can have %(minimum)s to %(maximum)s."
    )


class NobodyPlacedError(UserError):
    code = "nobody_placed"
    message = _("Put the players into groups first.")


class GameElsewhereError(FieldError, ResultElsewhereError):
    code = "game_elsewhere"
    field = "game"
    message = _("This game is the result of another game of the schedule. One game counts once.")


class FixtureTakenError(FieldError):
    code = "fixture_taken"
    field = "game"
    message = _("This game of the schedule has a result already.")


class OutsideSeasonError(FieldError):
    code = "outside_season"
    field = "game"
    message = _("That game was played before the season began or after it ended.")


class AlreadyPlayedError(UserError):
    code = "already_played"
    message = _("This game has been played. Take its result off the schedule first.")


class NothingDecidedError(UserError):
    code = "nothing_decided"
    message = _("Nothing was decided about this game.")


class DeadlineOutsideSeasonError(FieldError):
    code = "deadline_outside_season"
    field = "deadline"
    message = _("A deadline lies between the first and the last day of the season.")


class NotClosedError(UserError):
    code = "not_closed"
    message = _("The next season follows from the final standings: close this one first.")


class AdjustsNobodyError(FieldError):
    code = "adjusts_nobody"
    field = "player"
    message = _("This player does not take part in the season.")


class NoPointsError(FieldError):
    code = "no_points"
    field = "points"
    message = _("Enter how many points, more than 0.")


class TooManyPointsError(FieldError):
    code = "too_many_points"
    field = "points"
    message = _("That is too many points.")


class NoReasonError(FieldError):
    code = "no_reason"
    field = "reason"
    message = _("Say why: everybody who reads the standings reads it.")


class AdjustmentGoneError(UserError):
    code = "adjustment_gone"
    message = _("This bonus or penalty has been taken back already.")
    status = 404
