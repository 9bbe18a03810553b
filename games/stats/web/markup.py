"""Tables and links of statistics in strings: a page has some twenty of them, and put together by templates they would
take a quarter of its time. Every text and address is escaped, everything else is a number or markup of ours.
"""

from collections.abc import Iterable, Sequence

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import escaped, writer
from caledonia_site.common.templatetags.interface import icon
from games.stats import terms, wording
from games.stats.selectors.sums import Split


def figure_cells(figures: Iterable[str]) -> SafeString:
    """Cells of a row, each of a number or a drawing with its number."""
    return mark_safe("".join([f'<td class="figure">{figure}</td>' for figure in figures]))  # noqa: S308


def plot_with_links(plot: SafeString, links: SafeString) -> SafeString:
    return mark_safe(f"<div>{escaped(plot)}{escaped(links)}</div>")  # noqa: S308


def links_to_files(base: str, names: Sequence[str], query: str, more: str) -> SafeString:
    """Files below an address, asked for with a query; `more` is markup that stands behind them."""
    links = [
        f'<a href="{escaped(base)}{escaped(name)}?{escaped(query)}">{icon("download")} '
        f"{escaped(name.rpartition('.')[2].upper())}</a>\n"
        for name in names
    ]
    return mark_safe(f'<div class="row no-print small stats-links">\n{"".join(links)}{escaped(more)}</div>')  # noqa: S308


def frame_for_others(source: str) -> SafeString:
    """What to put into another website; the frame itself is shown as text."""
    return mark_safe(  # noqa: S308
        f"<details><summary>{escaped(_('On another website'))}</summary>"
        f'<code class="stats-embed-code">&lt;iframe src="{escaped(source)}" width="100%" height="640"&gt;'
        "&lt;/iframe&gt;</code></details>"
    )


def split_rows(splits: Iterable[Split], system: str, field: str) -> SafeString:
    """The best first, small samples after the others."""
    played = sorted(
        (split for split in splits if split.games),
        key=lambda split: (split.is_small, -(split.win_index.value if split.win_index else 0.0)),
    )
    few, write = f' <span class="badge">{escaped(_("few games"))}</span>', writer()
    rows = []
    for split in played:
        name, index = escaped(terms.choice_name(system, field, split.key)), split.win_index
        span = f"{write(index.low, 2)} … {write(index.high, 2)}" if index else ""
        figures = [
            write(split.games, 0),
            f'{wording.number(index.value if index else None, 2, write)} <span class="stats-span">{span}</span>',
            wording.number(split.mean_vp, 1, write),
            wording.difference(split.mean_margin, 1, write),
        ]
        cells = "".join([f'<td class="figure">{figure}</td>' for figure in figures])
        muted, badge = (' class="muted"', few) if split.is_small else ("", "")
        rows.append(f'<tr{muted}><th scope="row">{name}{badge}</th>{cells}</tr>')
    # Names are escaped, the rest are numbers.
    return mark_safe("".join(rows))  # noqa: S308
