"""Which of the clans on offer to take."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from caledonia_site.common.charts import IntervalBar
from caledonia_site.common.tartans import TARTANS
from games.stats.selectors.draft_help import Choice, DraftHelp, Offer, draft_help
from games.stats.web import words
from games.stats.web.board import games_note
from games.stats.web.choosing import faction_system
from games.stats.web.data_tables import DataTable, ends_of, named, table_response
from games.stats.web.draft_form import DraftForm
from games.stats.web.embedding import chart_response, frame_response, framed
from games.stats.web.fit_words import fit_words
from games.stats.web.own_rating import own_rating
from games.stats.web.plots import Intervals


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    choice: Choice
    name: str
    swatch: str
    vp: str
    span: str
    best: str


def draft_page(request: HttpRequest) -> HttpResponse:
    system = faction_system(request)
    form = DraftForm(request.GET, system=system, rating=own_rating(request.user, system))
    told = _told(form) if form.is_asked and form.is_valid() else None
    context = {
        "systems": words.named_systems(),
        "form": form,
        "is_asked": form.is_asked,
        "rows": [_row(one, system) for one in told.choices] if told else [],
        "plot": _plot(told, system) if told else None,
        "fit": fit_words(told.fit, is_exact=True) if told else None,
        "address": reverse("statistics:draft"),
        "query": request.GET.urlencode(),
    }
    return render(request, "stats/draft.html", context)


def draft_file(request: HttpRequest, form: str) -> HttpResponse:
    told = _asked(request)
    header = ["clan", "with", *named("vp"), "best_chance", "bid", "bid_low", "bid_high", "games", "is_small"]
    rows = [
        (
            one.offer.faction, " ".join(value for _facet, value in one.offer.facets), *ends_of(one.vp),
            one.best_chance, one.bid, one.bid_low, one.bid_high, one.games, one.is_small,
        )
        for one in told.choices
    ]  # fmt: skip
    return table_response("draft", DataTable(header, rows), form)


def draft_chart(request: HttpRequest, form: str) -> HttpResponse:
    system = faction_system(request)
    told = _asked(request)
    plot = _plot(told, system) if told.choices else None
    return chart_response("draft", plot, form, words.system_name(system))


@framed
def draft_frame(request: HttpRequest) -> HttpResponse:
    system = faction_system(request)
    told = _asked(request)
    return frame_response(
        request,
        plot=_plot(told, system) if told.choices else None,
        title=f"{words.system_name(system)} · {_('Draft help')}",
        address=f"{reverse('statistics:draft')}?{request.GET.urlencode()}",
    )


def _asked(request: HttpRequest) -> DraftHelp:
    """A file of nothing in particular does not exist."""
    form = DraftForm(request.GET, system=faction_system(request))
    if not (form.is_asked and form.is_valid()):
        raise Http404
    return _told(form)


def _told(form: DraftForm) -> DraftHelp:
    given = form.cleaned_data
    return draft_help(
        system=form.system,
        offers=form.offers,
        seats=given["seats"],
        rating=given["rating"],
        edition=given.get("edition", ""),
    )


def _row(choice: Choice, system: str) -> ChoiceRow:
    faction = choice.offer.faction
    return ChoiceRow(
        choice,
        offer_name(choice.offer, system),
        faction if faction in TARTANS else "",
        words.signed(choice.vp.value),
        words.span(choice.vp, with_sign=True),
        words.percent(choice.best_chance),
    )


def offer_name(offer: Offer, system: str) -> str:
    name = words.faction_name(system, offer.faction)
    more = [
        f"{words.field_name(system, facet)} {words.choice_name(system, facet, value)}"
        for facet, value in offer.facets
    ]
    return ", ".join([name, *more])


def _plot(told: DraftHelp, system: str) -> Intervals:
    bars = [
        IntervalBar(
            offer_name(one.offer, system),
            one.vp.value,
            one.vp.low,
            one.vp.high,
            games_note(one.games, is_small=one.is_small),
            muted=one.is_small,
        )
        for one in told.choices
    ]
    return Intervals(bars, title=_("VP against the mean offer"))
