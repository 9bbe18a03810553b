"""The style page shows every piece, to those who may see it."""

import pytest
from django.urls import reverse

from caledonia_site.common.templatetags.interface import icon_names
from caledonia_site.pages.styleguide import SECTIONS
from games.players.models import User
from games.systems.clans_of_caledonia.tartans import TARTANS

pytestmark = pytest.mark.django_db


def test_every_section_icon_and_clan_is_shown_in_both_themes(client):
    html = client.get(reverse("styleguide")).text
    for section in SECTIONS:
        assert f'id="{section}"' in html
    for icon in icon_names():
        assert html.count(f"icons.svg#{icon}") >= 2
    for clan in TARTANS:
        assert html.count(f"clans.svg#{clan}") >= 2
    assert html.count('data-theme="dark"') == html.count('data-theme="light"') == len(SECTIONS)


def test_where_it_is_not_public_only_staff_see_it(client, settings):
    settings.STYLEGUIDE_IS_PUBLIC = False
    assert client.get(reverse("styleguide")).status_code == 404
    assert reverse("styleguide") not in client.get("/").text

    client.force_login(User.objects.create(email="ailsa@example.org"))
    assert client.get(reverse("styleguide")).status_code == 404

    client.force_login(User.objects.create(email="staff@example.org", is_staff=True))
    assert client.get(reverse("styleguide")).status_code == 200


@pytest.mark.parametrize("address", ["/", "/styleguide/", "/nothing-here/"])
def test_no_page_has_inline_styles_or_scripts(client, address):
    html = client.get(address).text
    assert " style=" not in html
    assert "<style" not in html
    assert "<script>" not in html
    assert " onclick=" not in html
