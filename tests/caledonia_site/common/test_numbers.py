import pytest

from caledonia_site.common.numbers import written


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(-0.04, 1, "0.0"), (-0.0, 0, "0"), (-0.05001, 1, "−0.1"), (1234.5, 1, "1,234.5"), (-3, 0, "−3")],
)
def test_what_rounds_to_zero_has_no_sign(value, decimals, text):
    assert written(value, decimals) == text
