"""Icons, swatches, dots, numbers and pages in templates."""

import re
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.template import TemplateSyntaxError, engines
from django.test import RequestFactory
from django.urls import Resolver404, resolve
from django.utils import translation

from caledonia_site.common.pagination import KeysetPage
from caledonia_site.common.templatetags.interface import icon_names

NEEDED_ICONS = [
    "wool",
    "milk",
    "grain",
    "bread",
    "cheese",
    "whisky",
    "beef",
    "mutton",
    "cotton",
    "tobacco",
    "sugar-cane",
    "hops",
    "sheep",
    "cow",
    "field",
    "dairy",
    "bakery",
    "distillery",
    "woodcutter",
    "miner",
    "fisherman",
    "worker",
    "merchant",
    "station",
    "glory",
    "money",
    "contract",
    "settlement",
    "port",
    "train",
    "milestone",
    "reward",
    "castle",
    "landmark",
    "barrel",
    "person",
    "coin",
    "territory",
]


def render(source, request=None, **context):
    return engines["django"].from_string(source).render(context, request).strip()


def test_an_icon_is_decoration_unless_it_has_a_label():
    drawing = ElementTree.fromstring(render('{% icon "wool" %}'))
    assert drawing.get("aria-hidden") == "true"
    assert drawing.find("use").get("href") == "/static/img/icons.svg#wool"

    labelled = ElementTree.fromstring(render('{% icon "wool" label=label %}', label='Wool "raw" <b>'))
    assert labelled.get("role") == "img"
    assert labelled.get("aria-label") == 'Wool "raw" <b>'
    assert labelled.get("aria-hidden") is None


@pytest.mark.parametrize(
    "source",
    ['{% icon "unicorn" %}', '{% clan_swatch "clans_of_caledonia/macbeth" %}', '{% player_dot "mauve" %}'],
)
def test_an_unknown_name_is_an_error(source):
    with pytest.raises(TemplateSyntaxError, match="There is no"):
        render(source)


def test_the_sprite_has_an_icon_for_everything_the_games_count():
    assert set(NEEDED_ICONS) <= set(icon_names())
    assert len(icon_names()) == len(set(icon_names()))


def test_every_piece_colour_has_a_style():
    css = (Path(settings.SITE_DIR) / "static/css/components.css").read_text()
    assert render('{% player_dot "red" %}') == '<span class="dot dot-red" aria-hidden="true"></span>'
    assert set(re.findall(r"\.dot-([a-z]+) ", css)) == {
        "black", "white", "red", "blue", "green", "yellow", "purple", "brown"
    }  # fmt: skip


def test_a_clan_swatch_points_into_the_sprite():
    drawing = ElementTree.fromstring(render('{% clan_swatch "clans_of_caledonia/macleod" label="MacLeod" %}'))
    assert drawing.find("use").get("href") == "/static/systems/clans_of_caledonia/clans.svg#macleod"
    assert drawing.get("aria-label") == "MacLeod"


@pytest.mark.parametrize(
    ("language", "written"), [("en", "−1,284.5"), ("fr", "−1\xa0284,5"), ("pt-br", "−1.284,5")]
)
def test_figures_are_written_in_the_visitors_language(language, written):
    with translation.override(language):
        assert render("{{ value|figure:1 }}", value=-1284.5) == written


@pytest.mark.parametrize(
    ("path", "lit"),
    [
        ("/leagues/", 'Leagues "page"'),
        ("/leagues/mine/", 'Leagues "true"'),
        ("/seasons/k2m9x-one/schedule/", 'Leagues "true"'),
        ("/clubs/leith/leagues/", 'Leagues "true"'),
        ("/clubs/leith/", 'Clubs "true"'),
        ("/games/k2m9x/", 'Games "true"'),
        ("/score/clans_of_caledonia/", 'Enter a score "true"'),
        ("/nowhere/", ""),
    ],
)
def test_one_item_of_the_menu_is_lit_on_the_pages_below_it(path, lit):
    request = RequestFactory().get(path)
    request.user = AnonymousUser()
    # A page that is not found has no match, as on the error page.
    with suppress(Resolver404):
        request.resolver_match = resolve(path)
    html = render('{% include "components/site_navigation.html" %}', request=request, user=request.user)
    found = re.findall(r'aria-current=("\w+")>(?:<svg.*?</svg>)?\s*([^<]+)<', html)
    assert [f"{name.strip()} {kind}" for kind, name in found] == ([lit] if lit else [])


def test_numbered_pages_keep_the_other_parameters_of_the_address():
    request = RequestFactory().get("/games/?clan=gordon&page=6")
    page = Paginator(range(240), 20).page(6)
    html = render("{% pagination page %}", page=page, request=request)
    assert 'aria-current="page" href="?clan=gordon&amp;page=6"' in html
    assert 'rel="prev" href="?clan=gordon&amp;page=5"' in html
    assert 'rel="next" href="?clan=gordon&amp;page=7"' in html
    # The first, the neighbours and the last; what lies between is a gap.
    assert re.findall(r">\s*(\d+|…)\s*</", html) == ["1", "…", "5", "6", "7", "…", "12"]


def test_a_single_page_needs_no_pagination():
    request = RequestFactory().get("/games/")
    assert render("{% pagination page %}", page=Paginator([1], 20).page(1), request=request) == ""
    empty = KeysetPage(rows=[], previous_cursor="", next_cursor="")
    assert render("{% keyset_pagination page %}", page=empty, request=request) == ""


def test_earlier_and_later_keep_the_other_parameters_of_the_address():
    request = RequestFactory().get("/games/?clan=gordon")
    page = KeysetPage(rows=[], previous_cursor="", next_cursor="abc")
    html = render("{% keyset_pagination page %}", page=page, request=request)
    assert 'rel="next" href="?clan=gordon&amp;cursor=abc"' in html
    assert 'rel="prev"' not in html
