"""Which of the clans on offer in a draft or an auction to take; what is on offer stands in the address."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.charts import IntervalBar
from games.players.actors import Actor
from games.players.models import Player
from games.ratings.scopes import EVERYONE
from games.ratings.selectors.players import player_rating_of
from games.ratings.selectors.pools import pool_of
from games.stats import terms, wording
from games.stats.filters.fields import filter_fields
from games.stats.index import layout_of
from games.stats.selectors.draft import Choice, DraftHelp, Offer, draft_help
from games.stats.web.board import games_note
from games.stats.web.charts import Intervals
from games.stats.web.downloads import chart_response, frame_response, framed
from games.stats.web.formatting import DataTable, ends_of, fit_words, named, table_response
from games.stats.web.request import faction_system
from games.systems.swatches import swatch_of

FEWEST_OFFERS = 2


class DraftForm(forms.Form):
    """One clan more than there are players is on offer at the most."""

    seats = forms.TypedChoiceField(label=gettext_lazy("Players at the table"), coerce=int)
    rating = forms.IntegerField(
        label=gettext_lazy("Your rating"),
        required=False,
        min_value=0,
        max_value=9_999,
        help_text=gettext_lazy("Leave it blank if you do not know it."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, data: QueryDict, *, system: str, rating: int | None = None) -> None:
        self.is_asked = any(value for key, value in data.items() if key.startswith("clan_"))
        self.system = system
        known = filter_fields(system)
        # Untouched, the form must not complain that nothing is on offer.
        super().__init__(
            data if self.is_asked else None, initial={"seats": known.seats[-1], "rating": rating}
        )
        self.fields["seats"].choices = [(seats, seats) for seats in known.seats]  # type: ignore[attr-defined]
        if known.editions:
            editions = [(edition, terms.edition_name(system, edition)) for edition in known.editions]
            self.fields["edition"] = forms.ChoiceField(
                label=_("Edition"), required=False, choices=[("", _("Any")), *editions]
            )
        self.facets = [facet for facet in known.seat if facet.key != layout_of(system).traits.position]
        self.numbers = range(1, layout_of(system).description.most_seats + 2)
        clans = [(key, terms.faction_name(system, key)) for key in known.factions]
        for number in self.numbers:
            self.fields[f"clan_{number}"] = forms.ChoiceField(
                label=_("Clan %(number)d") % {"number": number}, required=False, choices=[("", "–"), *clans]
            )
            for facet in self.facets:
                choices = [
                    (str(key), terms.choice_name(system, facet.key, str(key))) for key in facet.choices
                ]
                self.fields[f"{facet.key}_{number}"] = forms.ChoiceField(
                    label=terms.field_name(system, facet.key),
                    required=False,
                    choices=[("", _("Unknown")), *choices],
                )
        self.offers: list[Offer] = []

    @property
    def table(self) -> list[forms.BoundField]:
        return [self[name] for name in ("seats", "rating", "edition") if name in self.fields]

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each offer."""
        return [
            [self[f"clan_{number}"], *(self[f"{facet.key}_{number}"] for facet in self.facets)]
            for number in self.numbers
        ]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        offered = [number for number in self.numbers if given.get(f"clan_{number}")]
        # Before values are refused: a refused one is no longer among the given.
        self.offers = [
            Offer(
                given[f"clan_{number}"],
                tuple(
                    (facet.key, value)
                    for facet in self.facets
                    if (value := given.get(f"{facet.key}_{number}"))
                ),
            )
            for number in offered
        ]
        for name in ("clan", *(facet.key for facet in self.facets)):
            self._refuse_doubles(given, name, offered)
        if len(offered) < FEWEST_OFFERS:
            first_free = next(number for number in self.numbers if number not in offered)
            self.add_error(f"clan_{first_free}", _("Name two clans or more to compare."))
        return given

    def _refuse_doubles(self, given: dict[str, Any], name: str, numbers: list[int]) -> None:
        seen = set()
        for number in numbers:
            value = given.get(f"{name}_{number}")
            if value and value in seen:
                self.add_error(f"{name}_{number}", _("This is on offer already."))
            seen.add(value)


def own_rating(viewer: Actor, system: str) -> int | None:
    """So that nobody has to look it up; None for strangers and for whoever has not been rated yet."""
    player = Player.objects.filter(account=viewer).first() if viewer.is_authenticated else None
    pool = pool_of(system=system, scope=EVERYONE) if player else None
    rating = player_rating_of(pool=pool, player=player) if pool and player else None
    return round(rating.rating) if rating else None


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
    advice = _advise(form) if form.is_asked and form.is_valid() else None
    context = {
        "systems": terms.named_systems(),
        "form": form,
        "is_asked": form.is_asked,
        "rows": [_row(choice, system) for choice in advice.choices] if advice else [],
        "plot": _plot(advice, system) if advice else None,
        "fit": fit_words(advice.fit, system, is_exact=True) if advice else None,
        "address": reverse("statistics:draft"),
        "query": request.GET.urlencode(),
    }
    return render(request, "stats/draft.html", context)


def draft_file(request: HttpRequest, form: str) -> HttpResponse:
    advice = _read_advice(request)
    header = ["clan", "with", *named("vp"), "best_chance", "bid", "bid_low", "bid_high", "games", "is_small"]
    rows = [
        (
            choice.offer.faction, " ".join(value for _facet, value in choice.offer.facets), *ends_of(choice.vp),
            choice.best_chance, choice.bid, choice.bid_low, choice.bid_high, choice.games, choice.is_small,
        )
        for choice in advice.choices
    ]  # fmt: skip
    return table_response("draft", DataTable(header, rows), form)


def draft_chart(request: HttpRequest, form: str) -> HttpResponse:
    system = faction_system(request)
    advice = _read_advice(request)
    plot = _plot(advice, system) if advice.choices else None
    return chart_response("draft", plot, form, terms.system_name(system))


@framed
def draft_frame(request: HttpRequest) -> HttpResponse:
    system = faction_system(request)
    advice = _read_advice(request)
    return frame_response(
        request,
        plot=_plot(advice, system) if advice.choices else None,
        title=f"{terms.system_name(system)} · {_('Draft help')}",
        address=f"{reverse('statistics:draft')}?{request.GET.urlencode()}",
    )


def _read_advice(request: HttpRequest) -> DraftHelp:
    """A file of nothing in particular does not exist."""
    form = DraftForm(request.GET, system=faction_system(request))
    if not (form.is_asked and form.is_valid()):
        raise Http404
    return _advise(form)


def _advise(form: DraftForm) -> DraftHelp:
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
        swatch_of(system, faction),
        wording.signed(choice.vp.value),
        wording.span(choice.vp, with_sign=True),
        wording.percent(choice.best_chance),
    )


def offer_name(offer: Offer, system: str) -> str:
    name = terms.faction_name(system, offer.faction)
    more = [
        f"{terms.field_name(system, facet)} {terms.choice_name(system, facet, value)}"
        for facet, value in offer.facets
    ]
    return ", ".join([name, *more])


def _plot(advice: DraftHelp, system: str) -> Intervals:
    bars = [
        IntervalBar(
            offer_name(choice.offer, system),
            choice.vp.value,
            choice.vp.low,
            choice.vp.high,
            games_note(choice.games, is_small=choice.is_small),
            muted=choice.is_small,
        )
        for choice in advice.choices
    ]
    return Intervals(bars, title=_("VP against the mean offer"))
