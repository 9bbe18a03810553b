"""A result in one sentence."""

from collections.abc import Sequence

from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _

from caledonia_site.common.numbers import written
from games.web.life.columns import SeatColumn


def summary_of(ranking: Sequence[SeatColumn]) -> str:
    """ "Ailsa won with 142 VP before Rory (131) and Una (120)." The seats come in the order of their places."""
    # Whoever has no name here is "a player", who may come first.
    return capfirst(_sentence(ranking))


def _sentence(ranking: Sequence[SeatColumn]) -> str:
    first = [seat for seat in ranking if seat.rank == 1]
    others = [seat for seat in ranking if seat.rank != 1]
    said = {
        "winners": get_text_list([seat.name for seat in first], _("and")),
        "vp": written(first[0].total),
        "others": get_text_list([f"{seat.name} ({written(seat.total)})" for seat in others], _("and")),
    }
    if len(ranking) == 1:
        return _("%(winners)s reached %(vp)s VP.") % said
    if len(first) == 1:
        return _("%(winners)s won with %(vp)s VP before %(others)s.") % said
    if others:
        return _("%(winners)s share the win with %(vp)s VP before %(others)s.") % said
    return _("%(winners)s share the win with %(vp)s VP.") % said
