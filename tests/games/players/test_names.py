import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.players.names import normalised, tidy


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("  Émile   O’Neill ", "emile o neill"),
        ("JOÃO", "joao"),
        ("Straße", "strasse"),
        ("Anna-Lena", "anna lena"),
        ("ﬁona", "fiona"),
        ("R2D2", "r2d2"),
        ("???", "???"),
        ("Ирина", "ирина"),
        ("", ""),
    ],
)
def test_spellings_of_one_name_have_one_key(name, key):
    assert normalised(name) == key


@given(st.text())
@example("𝕊")
def test_a_key_is_its_own_key(name):
    assert normalised(normalised(name)) == normalised(name)


@given(st.text())
def test_a_tidy_name_stays_and_shows_something_or_is_empty(name):
    assert tidy(tidy(name)) == tidy(name)
    assert tidy(name) == tidy(name).strip()


@pytest.mark.parametrize("invisible", ["", "   ", "\u200b", "\u202e\u2066", "\n\t", "\u00a0"])
def test_a_name_of_nothing_visible_is_empty(invisible):
    assert tidy(invisible) == ""
