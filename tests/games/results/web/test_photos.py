"""The photo of the paper sheet: drawn anew, kept private, replaced and removed without a trace."""

from io import BytesIO

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club, Membership
from games.players.models import Player, User
from games.results.models import Game, GamePhoto
from games.results.services.photos import LARGEST_UPLOAD
from games.results.services.results import Person
from games.results.web import photos
from tests.factories.games import recorded_game, two_seats
from tests.games.sheets.posting import new_address, posted_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def ailsa():
    return Player.objects.create(name="Ailsa", account=User.objects.create_user("ailsa@example.org"))


@pytest.fixture
def game(ailsa):
    return recorded_game(Person(player=ailsa), Person(name="Rory"), recorder=ailsa.account)


def picture(*, size=(3000, 1000), form="JPEG", **options):
    drawn = BytesIO()
    Image.new("RGB", size, "peru").save(drawn, form, **options)
    return SimpleUploadedFile("sheet.jpg", drawn.getvalue())


def with_place():
    exif = Image.Exif()
    exif[0x010F] = "a telephone"
    exif.get_ifd(0x8825)[1] = "N"
    return picture(exif=exif.tobytes())


def send(client, game, upload):
    return client.post(f"/games/{game.public_id}/photo/", {"photo": upload}, follow=True)


def kept(media):
    return [path for path in media.rglob("*") if path.is_file()]


def test_a_photo_is_kept_smaller_and_without_what_else_it_told(client, game, ailsa, media):
    client.force_login(ailsa.account)
    page = send(client, game, with_place())
    assert f"/games/{game.public_id}/photo.jpg" in page.content.decode()
    stored = Image.open(BytesIO(b"".join(client.get(f"/games/{game.public_id}/photo.jpg").streaming_content)))
    assert stored.size == (2000, 667)
    assert not stored.getexif()


def test_another_photo_takes_its_place_and_removing_leaves_no_file(
    client, game, ailsa, media, django_capture_on_commit_callbacks
):
    client.force_login(ailsa.account)
    for form in ("PNG", "WEBP"):
        with django_capture_on_commit_callbacks(execute=True):
            send(client, game, picture(form=form))
        assert len(kept(media)) == 1
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/games/{game.public_id}/photo/", {"remove": "1"})
    assert kept(media) == []
    assert client.get(f"/games/{game.public_id}/photo.jpg").status_code == 404


@pytest.mark.parametrize(
    ("upload", "stored"),
    [
        # What telephones call 24 and 12 megapixels, and a screenshot.
        (lambda: picture(size=(5712, 4284)), (2000, 1500)),
        (lambda: picture(size=(4080, 3072), progressive=True, subsampling=0), (2000, 1506)),
        (lambda: picture(size=(3840, 2160), form="PNG"), (2000, 1125)),
        (lambda: picture(size=(2100, 11_000)), (382, 2000)),
        (lambda: picture(size=(30, 10)), (30, 10)),
    ],
)
def test_what_cameras_make_is_kept(client, game, ailsa, upload, stored):
    client.force_login(ailsa.account)
    send(client, game, upload())
    assert Image.open(GamePhoto.objects.get().file).size == stored


@pytest.mark.parametrize("mode", ["RGBA", "LA", "L", "P", "1", "I;16"])
def test_pictures_of_other_kinds_are_kept(client, game, ailsa, mode):
    client.force_login(ailsa.account)
    drawn = BytesIO()
    Image.new("I;16" if mode == "I;16" else "RGB", (2_400, 1_200)).convert(mode).save(drawn, "PNG")
    send(client, game, SimpleUploadedFile("sheet.png", drawn.getvalue()))
    assert Image.open(GamePhoto.objects.get().file).size == (2000, 1000)


def test_a_picture_held_the_other_way_stands_upright(client, game, ailsa):
    client.force_login(ailsa.account)
    exif = Image.Exif()
    exif[0x0112] = 6
    send(client, game, picture(size=(6000, 3000), exif=exif.tobytes()))
    stored = Image.open(GamePhoto.objects.get().file)
    assert stored.size == (1000, 2000)
    assert not stored.getexif()


@pytest.mark.parametrize(
    ("upload", "most"),
    [
        (lambda: picture(size=(7700, 7700)), 24),
        (lambda: picture(size=(5000, 5000)), 24),
        (lambda: picture(size=(4300, 4200), progressive=True), 13),
        (lambda: picture(size=(4000, 3000), form="PNG"), 8),
        (lambda: picture(size=(3000, 2000), form="WEBP"), 5),
        (lambda: picture(size=(10_000, 10_000), form="PNG"), 24),
    ],
)
def test_more_than_that_is_refused_before_it_is_read(client, game, ailsa, upload, most):
    client.force_login(ailsa.account)
    page = send(client, game, upload())
    (word,) = page.context["messages"]
    assert f"at most {most} megapixels" in str(word)
    assert not GamePhoto.objects.exists()


class TestHowOften:
    def test_an_account(self, client, game, ailsa, monkeypatch):
        monkeypatch.setattr(photos, "MOST_OF_AN_ACCOUNT_AN_HOUR", 2)
        client.force_login(ailsa.account)
        with time_machine.travel("2026-11-15 10:59Z", tick=False) as clock:
            assert [self.is_refused(client, game) for _ in range(3)] == [False, False, True]
            clock.shift(30 * 60)
            assert self.is_refused(client, game)
            other = Client(REMOTE_ADDR="198.51.100.7")
            other.force_login(ailsa.account)
            assert self.is_refused(other, game)
            clock.shift(30 * 60)
            assert not self.is_refused(client, game)

    def test_a_visitor_who_recorded_the_game(self, monkeypatch, client):
        monkeypatch.setattr(photos, "MOST_OF_A_VISITOR_AN_HOUR", 2)
        client.post(new_address(human=2), posted_sheet(two_seats(), action="record"))
        game = Game.objects.get()
        assert [self.is_refused(client, game) for _ in range(3)] == [False, False, True]
        elsewhere = Client(REMOTE_ADDR="198.51.100.7")
        elsewhere.cookies = client.cookies
        assert not self.is_refused(elsewhere, game)

    def is_refused(self, client, game):
        page = send(client, game, picture(size=(30, 10)))
        return "many photos in the last hour" in page.content.decode()


@pytest.mark.parametrize(
    "upload",
    [
        SimpleUploadedFile("sheet.jpg", b"GIF89a no picture"),
        SimpleUploadedFile("sheet.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
        SimpleUploadedFile("empty.jpg", b""),
        SimpleUploadedFile("huge.jpg", b"\xff\xd8\xff" + bytes(LARGEST_UPLOAD)),
        picture(size=(9000, 9000)),
        None,
    ],
    ids=["not a picture", "svg", "empty", "too many bytes", "too many pixels", "nothing"],
)
def test_anything_else_is_refused_with_a_word(client, game, ailsa, media, upload):
    client.force_login(ailsa.account)
    page = client.post(f"/games/{game.public_id}/photo/", {"photo": upload} if upload else {}, follow=True)
    (word,) = page.context["messages"]
    assert word.level_tag == "error"
    assert not GamePhoto.objects.exists()
    assert kept(media) == []


def test_only_those_who_may_correct_change_it(client, game):
    assert send(client, game, picture()).status_code == 403
    client.force_login(User.objects.create_user("stranger@example.org"))
    assert send(client, game, picture()).status_code == 403
    assert not GamePhoto.objects.exists()


def test_only_members_of_the_club_see_it(client, game, ailsa):
    client.force_login(ailsa.account)
    send(client, game, picture())
    game.club = Club.objects.create(name="Quiet", slug="quiet", visibility=ClubVisibility.PRIVATE)
    game.save()
    address = f"/games/{game.public_id}/photo.jpg"
    # Who sat there and is not in the club sees the result alone.
    assert client.get(address).status_code == 403
    assert address not in client.get(game.get_absolute_url()).content.decode()
    Membership.objects.create(club=game.club, player=ailsa)
    assert client.get(address).status_code == 200
    client.logout()
    assert client.get(address).status_code == 404
    Club.objects.update(visibility=ClubVisibility.PUBLIC)
    assert client.get(address).status_code == 403
    assert address not in client.get(game.get_absolute_url()).content.decode()
