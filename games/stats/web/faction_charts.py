"""The charts of one faction."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from caledonia_site.common.charts import Bin, IntervalBar, Line, LinePoint, StackedBar
from caledonia_site.common.formatting import format_number
from games.stats import names, wording
from games.stats.intervals import SMALL_SAMPLE
from games.stats.selectors.faction import FactionProfile, LineMean, MasteryStep
from games.stats.selectors.factions import Pair
from games.stats.selectors.sums import Split
from games.stats.selectors.system import ScoreBin
from games.stats.web.board import PAR, games_note
from games.stats.web.charts import Distribution, Intervals, Lines, Parts

# So many colours can be told apart; the smallest lines are joined in the last.
MOST_LINES = 9
# With fewer meetings of two clans a share of games says nothing.
FEWEST_MEETINGS = 5


def profile_plot(profile: FactionProfile, system: str, name: str) -> Parts | None:
    """Where the VP come from, beside the average of all seats in the same games."""
    if not profile.lines:
        return None
    shown, joined = split_lines(profile.lines)
    series = [names.line_name(system, one.key) for one in shown]
    own, average = [one.mean for one in shown], [one.average for one in shown]
    if joined:
        series.append(_("Other lines"))
        own.append(sum(one.mean for one in joined))
        average.append(sum(one.average for one in joined))
    return Parts(
        [StackedBar(name, own), StackedBar(_("All clans in these games"), average)],
        series,
        title=_("Where the VP come from"),
        about=_("Mean VP of each line."),
        name="profile",
    )


def split_lines(lines: Sequence[LineMean]) -> tuple[list[LineMean], list[LineMean]]:
    """The largest in the order of the sheet, and the rest; lines that never gave a VP are in neither."""
    used = [one for one in lines if one.mean or one.average]
    largest = sorted(used, key=lambda one: -max(abs(one.mean), abs(one.average)))[:MOST_LINES]
    return [one for one in used if one in largest], [one for one in used if one not in largest]


def scores_plot(scores: Sequence[ScoreBin], title: str) -> Distribution | None:
    if not scores:
        return None
    bins = [Bin(format_number(one.low), one.games) for one in scores]
    about = _("Each column holds ten VP and is named by the lowest of them.")
    return Distribution(bins, title=title, about=about, counted=_("Seats"))


def splits_plot(splits: Iterable[Split], *, title: str, labels: dict[str, str]) -> Intervals | None:
    """The win index of each part; parts without games are left out."""
    bars = [
        IntervalBar(
            labels[one.key],
            one.win_index.value,
            one.win_index.low,
            one.win_index.high,
            games_note(one.games, is_small=one.is_small),
            muted=one.is_small,
        )
        for one in splits
        if one.win_index
    ]
    about = _("Win index: 1.00 is what an average player wins.")
    return Intervals(bars, title=title, about=about, baseline=PAR, decimals=2) if bars else None


def against_plot(pairs: Sequence[Pair], system: str) -> Intervals | None:
    met = sorted(
        (one for one in pairs if one.games >= FEWEST_MEETINGS), key=lambda one: -one.share_ahead.value
    )
    bars = [
        IntervalBar(
            names.faction_name(system, one.other),
            100 * one.share_ahead.value,
            100 * one.share_ahead.low,
            100 * one.share_ahead.high,
            games_note(one.games, is_small=one.games < SMALL_SAMPLE),
            muted=one.games < SMALL_SAMPLE,
        )
        for one in met
    ]
    about = _(
        "How often it ended ahead of the other at the same table, in percent; a shared place counts half."
    )
    title = _("Against each other clan")
    return Intervals(bars, title=title, about=about, baseline=50.0, decimals=0) if bars else None


def over_time_plot(splits: Sequence[Split]) -> Lines | None:
    points = [
        LinePoint(
            at=position,
            value=one.win_index.value,
            label=f"{wording.quarter_words(one.key)}: {games_note(one.games, is_small=one.is_small)}",
            mark=wording.quarter_words(one.key),
            low=one.win_index.low,
            high=one.win_index.high,
        )
        for position, one in enumerate(splits)
        if one.win_index
    ]
    if len(points) < 2:
        return None
    about = _("Win index by quarter, with the band that holds the truth 19 times of 20.")
    return Lines([Line(_("Win index"), points)], title=_("Over time"), about=about)


def mastery_plot(steps: Sequence[MasteryStep]) -> Intervals | None:
    bars = [
        IntervalBar(
            mastery_words(one),
            one.vp.value,
            one.vp.low,
            one.vp.high,
            games_note(one.games, is_small=False),
            muted=one.games < SMALL_SAMPLE,
        )
        for one in steps
        if one.vp
    ]
    about = _("VP above or below the same players’ usual play, by how often they had played the clan before.")
    # The names of the bars are long already, so that what grey means is said once.
    if any(bar.muted for bar in bars):
        about = f"{about} {_('Grey: too few games to tell.')}"
    return Intervals(bars, title=_("Mastery"), about=about) if bars else None


def mastery_words(step: MasteryStep) -> str:
    if step.high is None:
        return _("%(number)s games before, or more") % {"number": format_number(step.low)}
    if step.low == step.high:
        return _("%(number)s games before") % {"number": format_number(step.low)}
    return _("%(low)s to %(high)s games before") % {
        "low": format_number(step.low),
        "high": format_number(step.high),
    }
