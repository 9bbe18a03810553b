import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import number_format
from hypothesis import given
from hypothesis import strategies as st

from caledonia_site.common.formatting import format_number


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
