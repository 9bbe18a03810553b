"""Words every game system needs: what is wrong with a field, and what the parts of a sheet are called."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.systems.base import Counted, Wording

WORDING = Wording(
    labels={
        "edition.base": _("Base game only"),
        "nth.1": _("1st"),
        "nth.2": _("2nd"),
        "nth.3": _("3rd"),
        "nth.4": _("4th"),
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
        "too_long": Counted(
            "maximum",
            ngettext_lazy("Use {maximum} character at most.", "Use {maximum} characters at most."),
        ),
        "wrong_length": _("Choose from {minimum} to {maximum} of them."),
        "not_exactly": _("Choose exactly {number} of them."),
        "too_many_listed": _("Choose {maximum} of them at most."),
        "listed_twice": _("The same piece is listed twice."),
        "unknown_field": _("This game has no such field."),
        "unknown_round": _("This game has no such round."),
        "other_ruleset": _("This sheet belongs to another game."),
        "too_few_seats": Counted(
            "minimum",
            ngettext_lazy("At least {minimum} seat is needed.", "At least {minimum} seats are needed."),
        ),
        "too_many_seats": Counted(
            "maximum",
            ngettext_lazy("At most {maximum} seat is possible.", "At most {maximum} seats are possible."),
        ),
        "too_few_of_kind": Counted(
            "minimum",
            ngettext_lazy(
                "At least {minimum} of this kind is needed: {kind}.",
                "At least {minimum} of this kind are needed: {kind}.",
            ),
        ),
        "too_many_of_kind": Counted(
            "maximum",
            ngettext_lazy(
                "At most {maximum} of this kind is possible: {kind}.",
                "At most {maximum} of this kind are possible: {kind}.",
            ),
        ),
        "not_applicable": _("This does not apply with the chosen options: leave it empty."),
        "required": _("Fill this in; enter 0 if there is nothing."),
        "taken": _("{seat} already has this."),
        "parts_disagree": _("You entered {typed}, but the details add up to {counted}."),
        "tiles_disagree": _("You entered {typed}, but the chosen pieces add up to {counted}."),
        "unusual": _("{value} is more than usual (up to {usual}). Is that right?"),
    },
)
