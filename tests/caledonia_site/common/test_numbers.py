import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import number_format
from hypothesis import given
from hypothesis import strategies as st

from caledonia_site.common.formatting import format_number, parse_int


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(-0.04, 1, "0.0"), (-0.0, 0, "0"), (-0.05001, 1, "−0.1"), (1234.5, 1, "1,234.5"), (-3, 0, "−3")],
)
def test_what_rounds_to_zero_has_no_sign(value, decimals, text):
    assert format_number(value, decimals) == text


@given(
    value=st.one_of(
        st.integers(-(10**12), 10**12), st.floats(-1e9, 1e9, allow_nan=False, allow_infinity=False)
    ),
    decimals=st.integers(0, 3),
    language=st.sampled_from([code for code, _ in settings.LANGUAGES]),
)
def test_numbers_are_written_as_django_writes_them_in_each_language(value, decimals, language):
    with translation.override(language):
        theirs = number_format(round(value, decimals) + 0, decimal_pos=decimals, force_grouping=True)
        assert format_number(value, decimals) == str(theirs).replace("-", "\N{MINUS SIGN}")


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("42", 42), ("9999", 9999)])
def test_plain_digits_are_a_number(text, number):
    assert parse_int(text, digits=4) == number


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", " 1", "1 ", "1_0", "1.0", "1e3", "0x1", "²", "٣", "１", "one", "1\n"]
)
def test_what_else_python_might_take_for_a_number_is_none(text):
    assert parse_int(text, digits=4) is None


def test_a_number_of_too_many_digits_is_none():
    assert parse_int("10000", digits=4) is None
    assert parse_int("9" * 10_000, digits=18) is None
