"""The photo of the paper sheet: drawn anew, kept private, replaced and removed without a trace."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club, Membership
from games.models import GamePhoto
from games.players.models import Player, User
from games.services.attach_photo import LARGEST_UPLOAD
from games.services.results import Person
from tests.factories.games import recorded_game

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
