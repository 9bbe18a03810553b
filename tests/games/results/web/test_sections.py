"""Areas above games add sections to its pages without being known there."""

from dataclasses import dataclass

import pytest

from games.results.web import sections
from games.results.web.sections import Section, SectionedPage, register_section, sections_context


@dataclass
class Sample:
    """Builds a section from a name, none for what it has nothing to say about."""

    template: str
    stylesheet: str = ""

    def __call__(self, request, obj):
        return Section(self.template, obj, self.stylesheet) if obj else None


@pytest.fixture
def clubs_page(monkeypatch):
    monkeypatch.setitem(sections._builders, SectionedPage.CLUB, {})
    return SectionedPage.CLUB


def templates(page, rf, obj="a club"):
    return [section.template for section in sections_context(page, rf.get("/"), obj)["sections"]]


def test_sections_stand_in_their_order_whoever_came_first(clubs_page, rf):
    register_section(clubs_page, "late", Sample("late.html"), order=20)
    register_section(clubs_page, "early", Sample("early.html"), order=10)
    assert templates(clubs_page, rf) == ["early.html", "late.html"]


def test_a_builder_may_have_nothing_to_say(clubs_page, rf):
    register_section(clubs_page, "any", Sample("any.html"), order=10)
    assert templates(clubs_page, rf, obj=None) == []


def test_registering_again_replaces(clubs_page, rf):
    register_section(clubs_page, "any", Sample("old.html"), order=10)
    register_section(clubs_page, "any", Sample("new.html"), order=10)
    assert templates(clubs_page, rf) == ["new.html"]


def test_a_style_sheet_is_asked_for_once(clubs_page, rf):
    for name in "ab":
        register_section(clubs_page, name, Sample("x.html", "x/x.css"), order=10)
    assert sections_context(clubs_page, rf.get("/"), "a club")["section_styles"] == ["x/x.css"]
