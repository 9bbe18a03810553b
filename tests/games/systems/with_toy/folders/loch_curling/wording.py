"""The words of curling on the loch."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.systems.base import Texts, Wording

SHOTS: Texts = {
    "hit_and_roll": _("Hit and roll"),
    "long_guard": _("Long guard"),
    "double_takeout": _("Double takeout"),
    "black_ice": _("Black ice"),
}
LABELS: Texts = {
    "system.loch_curling": _("Curling on the loch"),
    "edition.snow_box": _("With the snow box"),
    "seat_kind.snow_bot": _("Snowman"),
    "round.first_end": _("First end of play"),
    "round.last_end": _("Last end of play"),
    "section.the_day": _("How the day is"),
    "section.the_house": _("Inside the house"),
    "section.after_play": _("After the play"),
    "option.hot_toddy": _("Hot toddy"),
    "option.ice_kind": _("Kind of ice"),
    "choice.ice_kind.soft_ice": _("Soft ice"),
    "choice.ice_kind.keen_ice": _("Keen ice"),
    "field.drawn_shots": _("Shots of the day"),
    "field.home_rink": _("Home rink"),
    "choice.home_rink.braemar_rink": "Braemar",
    "choice.home_rink.kelso_rink": "Kelso",
    "choice.home_rink.leith_rink": "Leith",
    "choice.home_rink.perth_rink": "Perth",
    "field.throw_order": _("Order of throwing"),
    "field.near_stones": _("Stones near the button"),
    "field.toddy_cups": _("Cups of toddy"),
    "field.trick_shots": _("Trick shots made"),
    "line.near_stones": _("Stones near the button"),
    "line.toddy_cups": _("Cups of toddy"),
    "line.trick_shots": _("Trick shots made"),
    **{f"choice.drawn_shots.{key}": name for key, name in SHOTS.items()},
    **{f"choice.trick_shots.{key}": name for key, name in SHOTS.items()},
}
SENTENCES: Texts = {
    "near_stones": _("{quantity:stones} near the button, worth {unit} VP each."),
    "toddy_cups": _("{quantity} drunk to the end, worth {unit} VP each."),
    "trick_shots": _("{unit} VP for each of these shots: {shots}."),
    "ice_was": _("The ice of the day: {ice}."),
    "place_shared": _("As many VP as a neighbour: they share the place on the ice."),
}
NOUNS = {"stones": ngettext_lazy("{number} stone", "{number} stones")}
WORDING = Wording(labels=LABELS, sentences=SENTENCES, nouns=NOUNS)
