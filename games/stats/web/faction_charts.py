"""The charts of one faction."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from caledonia_site.common.charts import Bin, IntervalBar, Line, LinePoint, StackedBar
from caledonia_site.common.formatting import format_number
from games.stats import terms, wording
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
    series = [terms.line_name(system, line.key) for line in shown]
    own, average = [line.mean for line in shown], [line.average for line in shown]
    if joined:
        series.append(_("Other lines"))
        own.append(sum(line.mean for line in joined))
        average.append(sum(line.average for line in joined))
    return Parts(
        [StackedBar(name, own), StackedBar(_("All clans in these games"), average)],
        series,
        title=_("Where the VP come from"),
        about=_("Mean VP of each line."),
        name="profile",
    )


def split_lines(lines: Sequence[LineMean]) -> tuple[list[LineMean], list[LineMean]]:
    """The largest in the order of the sheet, and the rest; lines that never gave a VP are in neither."""
    used = [line for line in lines if line.mean or line.average]
    largest = sorted(used, key=lambda line: -max(abs(line.mean), abs(line.average)))[:MOST_LINES]
    return [line for line in used if line in largest], [line for line in used if line not in largest]


def scores_plot(scores: Sequence[ScoreBin], title: str) -> Distribution | None:
    if not scores:
        return None
    bins = [Bin(format_number(score_bin.low), score_bin.games) for score_bin in scores]
    about = _("Each column holds ten VP and is named by the lowest of them.")
    return Distribution(bins, title=title, about=about, counted=_("Seats"))


def splits_plot(splits: Iterable[Split], *, title: str, labels: dict[str, str]) -> Intervals | None:
    """The win index of each part; parts without games are left out."""
    bars = [
        IntervalBar(
            labels[split.key],
            split.win_index.value,
            split.win_index.low,
            split.win_index.high,
            games_note(split.games, is_small=split.is_small),
            muted=split.is_small,
        )
        for split in splits
        if split.win_index
    ]
    about = _("Win index: 1.00 is what an average player wins.")
    return Intervals(bars, title=title, about=about, baseline=PAR, decimals=2) if bars else None


def against_plot(pairs: Sequence[Pair], system: str) -> Intervals | None:
    met = sorted(
        (pair for pair in pairs if pair.games >= FEWEST_MEETINGS), key=lambda pair: -pair.share_ahead.value
    )
    bars = [
        IntervalBar(
            terms.faction_name(system, pair.other),
            100 * pair.share_ahead.value,
            100 * pair.share_ahead.low,
            100 * pair.share_ahead.high,
            games_note(pair.games, is_small=pair.games < SMALL_SAMPLE),
            muted=pair.games < SMALL_SAMPLE,
        )
        for pair in met
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
            value=split.win_index.value,
            label=f"{wording.quarter_words(split.key)}: {games_note(split.games, is_small=split.is_small)}",
            mark=wording.quarter_words(split.key),
            low=split.win_index.low,
            high=split.win_index.high,
        )
        for position, split in enumerate(splits)
        if split.win_index
    ]
    if len(points) < 2:
        return None
    about = _("Win index by quarter, with the band that holds the truth 19 times of 20.")
    return Lines([Line(_("Win index"), points)], title=_("Over time"), about=about)


def mastery_plot(steps: Sequence[MasteryStep]) -> Intervals | None:
    bars = [
        IntervalBar(
            mastery_words(step),
            step.vp.value,
            step.vp.low,
            step.vp.high,
            games_note(step.games, is_small=False),
            muted=step.games < SMALL_SAMPLE,
        )
        for step in steps
        if step.vp
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
