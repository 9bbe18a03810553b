"""Addresses put together are those Django works out."""

from django.urls import reverse

from caledonia_site.common.formatting import address_at


def test_they_are_the_same_with_one_key_and_with_two():
    assert address_at("games:detail", "abc0def") == reverse("games:detail", args=["abc0def"])
    assert address_at("clubs:detail", "leith-0") == reverse("clubs:detail", args=["leith-0"])
    keys = ("0-season-0", "x0y0")
    assert address_at("leagues:player", *keys) == reverse("leagues:player", args=keys)
