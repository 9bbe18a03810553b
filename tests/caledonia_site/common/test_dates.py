"""Days as people of each language write them."""

from datetime import UTC, date, datetime

import pytest
from django.template import engines
from django.utils import translation

from caledonia_site.common.formatting import format_date


def render(text, **context):
    return engines["django"].from_string(text).render(context)


@pytest.mark.parametrize(
    ("language", "day", "written"),
    [
        ("fr", date(2026, 7, 1), "1er juillet 2026"),
        ("fr", date(2026, 7, 11), "11 juillet 2026"),
        ("fr", date(2026, 7, 2), "2 juillet 2026"),
        ("en", date(2026, 7, 1), "1 July 2026"),
    ],
)
def test_days(language, day, written):
    with translation.override(language):
        assert format_date(day) == written
        assert render('{{ day|date:"DATE_FORMAT" }}', day=day) == written


def test_portuguese_has_an_ordinal_too_and_months_are_no_names():
    with translation.override("pt-br"):
        assert format_date(date(2026, 7, 1)) == "1º de julho de 2026"
        assert format_date(date(2026, 9, 22)) == "22 de setembro de 2026"


def test_with_the_day_of_the_week_and_the_hour():
    moment = datetime(2026, 7, 1, 11, 1, tzinfo=UTC)
    with translation.override("fr"):
        assert render('{{ moment|date:"l j F Y" }}', moment=moment) == "mercredi 1er juillet 2026"
        assert render('{{ moment|date:"SHORT_DATE_FORMAT" }}', moment=moment) == "01/07/2026"
        assert render('{{ moment|date:"Y-m-d" }}', moment=moment) == "2026-07-01"
        assert render('{{ nothing|date:"DATE_FORMAT"|default:"–" }}', nothing=None) == "–"
