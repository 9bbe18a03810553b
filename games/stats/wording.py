"""Keys of a game system in words, and figures as people read them."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.formatting import Write, address_at, format_number
from games.stats.index.layout import BASE, layout_of
from games.stats.intervals import Interval
from games.systems import label
from scoring import registry

NOTHING = "–"
EDITIONS: dict[str, str | Promise] = {
    BASE: gettext_lazy("Base game only"),
    "industria": gettext_lazy("With Industria"),
    "chronicles": gettext_lazy("With chronicles"),
}


def systems() -> list[str]:
    return [one.description.key for one in registry.systems()]


def named_systems() -> list[tuple[str, str]]:
    return [(key, system_name(key)) for key in systems()]


def systems_with_factions() -> list[str]:
    return [key for key in systems() if layout_of(key).factions]


def system_name(system: str) -> str:
    return str(label(system, f"system.{system}"))


def faction_name(system: str, faction: str) -> str:
    return choice_name(system, layout_of(system).description.dimension, faction)


def faction_address(faction: str) -> str:
    """The page of a faction."""
    return address_at("statistics:faction", faction)


def faction_word(system: str) -> str:
    """What the system calls its factions, in the singular."""
    return field_name(system, layout_of(system).description.dimension)


def field_name(system: str, field: str) -> str:
    return str(label(system, f"field.{field}"))


def choice_name(system: str, field: str, choice: str) -> str:
    return str(label(system, f"choice.{field}.{choice}"))


def line_name(system: str, line: str) -> str:
    return str(label(system, f"line.{line}"))


def option_name(system: str, option: str) -> str:
    return str(label(system, f"option.{option}"))


def edition_name(edition: str) -> str:
    return str(EDITIONS.get(edition, edition))


def signed(value: float, decimals: int = 1, write: Write = format_number) -> str:
    """A difference with its sign; what rounds to nothing has none. `write`: a writer, for many in a row."""
    text = write(value, decimals)
    return f"+{text}" if round(value, decimals) > 0 else text


def number(value: float | None, decimals: int = 1, write: Write = format_number) -> str:
    return NOTHING if value is None else write(value, decimals)


def difference(value: float | None, decimals: int = 1, write: Write = format_number) -> str:
    return NOTHING if value is None else signed(value, decimals, write)


def counted(value: float) -> str:
    """Wins: whole, unless somebody shared one."""
    return format_number(value, 0 if value == int(value) else 1)


def span(interval: Interval | None, decimals: int = 1, *, with_sign: bool = False) -> str:
    """From the lower to the upper end, in words of few letters."""
    if interval is None:
        return ""
    write = signed if with_sign else format_number
    return f"{write(interval.low, decimals)} … {write(interval.high, decimals)}"


def percent(share: float, decimals: int = 0) -> str:
    return _("%(percent)s %%") % {"percent": format_number(100 * share, decimals)}


def quarter_words(key: str) -> str:
    """Of "2026-Q2"."""
    year, _sign, quarter = key.partition("-Q")
    return _("Q%(quarter)s %(year)s") % {"quarter": quarter, "year": year}
