"""Words every game system needs: what is wrong with a field, and what the parts of a sheet are called."""

from django.utils.translation import gettext_lazy as _

from games.systems.base import Wording

WORDING = Wording(
    labels={
        "edition.base": _("Base game only"),
        "round.final": _("Final scoring"),
        "seat_kind.human": _("Player"),
        "section.seat": _("Seat"),
        "section.setup": _("Set-up"),
    },
    sentences={
        "not_an_object": _("This part of the sheet is not readable."),
        "not_a_list": _("A list is expected here."),
        "not_text": _("A text is expected here."),
        "not_a_whole_number": _("Enter a whole number."),
        "not_yes_or_no": _("Choose yes or no."),
        "not_a_choice": _("This is not one of the choices."),
        "too_small": _("Enter {minimum} or more."),
        "too_large": _("Enter {maximum} or less."),
        "too_long": _("Use {maximum} characters at most."),
        "wrong_length": _("Choose from {minimum} to {maximum} of them."),
        "listed_twice": _("The same piece is listed twice."),
        "unknown_field": _("This game has no such field."),
        "unknown_round": _("This game has no such round."),
        "other_ruleset": _("This sheet belongs to another game."),
        "too_few_seats": _("At least {minimum} seats are needed."),
        "too_many_seats": _("At most {maximum} seats are possible."),
        "too_few_of_kind": _("At least {minimum} of this kind are needed: {kind}."),
        "too_many_of_kind": _("At most {maximum} of this kind are possible: {kind}."),
        "not_applicable": _("This does not apply with the chosen options: leave it empty."),
        "required": _("Fill this in; enter 0 if there is nothing."),
        "taken": _("{seat} has this already."),
        "parts_disagree": _("You entered {typed}, but one by one it makes {counted}."),
        "tiles_disagree": _("You entered {typed}, but the chosen pieces make {counted}."),
        "unusual": _("{value} is more than usual (up to {usual}). Is it right?"),
    },
)
