"""Names in scripts our typefaces do not have."""

import pytest

from caledonia_site.common.pictures.fonts import Face, drawable


@pytest.mark.parametrize("name", ["Zoë Müller", "Ελένη", "Наталья", "Ngọc – “Q” × 3 …"])
@pytest.mark.parametrize("face", [Face.REGULAR, Face.BOLD])
def test_what_the_typefaces_have_stays(name, face):
    assert drawable(name, face) == name


@pytest.mark.parametrize(
    ("name", "drawn"), [("李小龙", "·"), ("Ann 🎲🎲", "Ann ·"), ("Kim 민준 K.", "Kim · K.")]
)
def test_what_they_do_not_have_is_a_dot_and_no_box(name, drawn):
    assert drawable(name) == drawn
