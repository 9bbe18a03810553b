"""What cannot be done with an event, said to whoever tried."""

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.results.services.errors import ResultElsewhereError
from tournaments.shared.errors import FieldError, ViolationsError


class EventSettingsError(ViolationsError):
    code = "event_settings"
    message = _("Some settings of the tournament cannot be used.")


class StagesError(ViolationsError):
    code = "stages"
    message = _("The tournament cannot be played in these stages.")


class DrawImpossibleError(ViolationsError):
    code = "draw_impossible"
    message = _("No draw keeps all wishes. Take one of them back and draw again.")
    status = 409


class TablesError(ViolationsError):
    code = "tables"
    message = _("A round cannot be played at these tables.")


class EventChangedError(UserError):
    code = "event_changed"
    message = _("Another organiser changed the tournament meanwhile. Look at it again before you change it.")


class RoundChangedError(UserError):
    code = "round_changed"
    message = _(
        "Another organiser changed this round meanwhile. Look at its tables again before you change them."
    )


class CapTooLowError(FieldError):
    code = "cap_too_low"
    field = "cap"
    message = _("%(count)s players have a place already.")


class EventGoneError(UserError):
    code = "event_gone"
    message = _("This tournament was deleted meanwhile.")


class EventFinishedError(UserError):
    code = "event_finished"
    message = _("This tournament is finished: an owner of the club can reopen it.")


class EventBegunError(UserError):
    code = "event_begun"
    message = _("The first round has been drawn already.")


class StageBegunError(UserError):
    code = "stage_begun"
    message = _(
        "A stage that has begun keeps its form: only the number of its rounds and of who goes on can change."
    )


class NotOnTheListError(UserError):
    code = "not_on_the_list"
    message = _("This player does not take part in the tournament.")


class AlreadyOnTheListError(FieldError):
    code = "already_on_the_list"
    field = "player"
    message = _("This player is on the list already.")


class NotAClubPlayerError(FieldError):
    code = "not_a_club_player"
    field = "player"
    message = _("Only members and guests of the club can be put on the list. Invite others instead.")


class TooLateToEnterError(UserError):
    code = "too_late_to_enter"
    message = _("This stage is played by a fixed schedule: nobody can come in any more.")


class WrongParticipantStateError(UserError):
    code = "wrong_entry_state"
    message = _("That cannot be done with this player now: %(state)s.")


class WrongDoorKeyError(UserError):
    code = "wrong_door_key"
    message = _("This code does not check in here. Scan the one on the door again.")


class SamePlayerError(FieldError):
    code = "same_player"
    field = "other"
    message = _("Choose two different players.")


class NoStagesError(UserError):
    code = "no_stages"
    message = _("Say in which stages the tournament is played first.")


class TooFewPlayersError(UserError):
    code = "too_few_players"
    message = _("There are not enough players for a round: %(count)s.")


class TablesMissingError(UserError):
    code = "tables_missing"
    message = _("Results are missing of round %(round)s. Tables: %(tables)s.")


class RoundsOverError(UserError):
    code = "rounds_over"
    message = _("All rounds have been played. The tournament can be finished.")


class RoundsLeftError(UserError):
    code = "rounds_left"
    message = _("There are rounds left to play. Finish now only if the tournament ends early.")


class NotLastRoundError(UserError):
    code = "not_last_round"
    message = _("Only the last round can be changed or undone.")


class RoundNotReadyError(UserError):
    code = "round_not_ready"
    message = _("The tables of this round are not there yet.")


class NothingDrawnError(UserError):
    code = "nothing_drawn"
    message = _("This round follows a fixed schedule or a bracket: nothing was drawn.")
    status = 404


class RoundHasResultsError(UserError):
    code = "round_has_results"
    message = _(
        "Results of this round are in. Undo the round to draw it anew; its games stay games of the club."
    )


class RoundNotPublishedError(UserError):
    code = "round_not_posted"
    message = _("This round is not published yet.")


class NoClockError(UserError):
    code = "no_clock"
    message = _("This tournament has no clock: set the minutes for a round first.")


class NoSetupError(UserError):
    code = "no_setup"
    message = _("Nothing is chosen that would be the same at every table.")


class TableGoneError(UserError):
    code = "table_gone"
    message = _("The round of this table was undone or drawn anew. The game stays a game of the club.")


class TableSettledError(UserError):
    code = "table_settled"
    message = _("This table has a result already.")


class OtherDayError(FieldError):
    code = "other_day"
    field = "game"
    message = _("That game was played before the tournament began or after it ended.")


class GameOfAnotherTableError(FieldError, ResultElsewhereError):
    code = "game_of_another_table"
    field = "game"
    message = _("This game is the result of another table. One game counts once.")


class KnockoutNeedsPlacesError(UserError):
    code = "knockout_needs_places"
    message = _(
        "In a knockout somebody goes on from every table: say who forfeits instead of calling it off."
    )


class NoPointsError(FieldError):
    code = "no_points"
    field = "points"
    message = _("Say how many points, such as -2 or 1.5.")


class NoReasonError(FieldError):
    code = "no_reason"
    field = "reason"
    message = _("Say why: everybody reads it in the standings.")


class EmptyNoteError(FieldError):
    code = "empty_note"
    field = "text"
    message = _("The note is empty.")
