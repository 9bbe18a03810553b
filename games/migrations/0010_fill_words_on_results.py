"""What was said of results so far joins the log, and versions with the same content are found.

What was said under the rules of its time keeps its meaning: an objection to a version that was corrected since, or to a
result that an organiser settled, was over, and is marked as closed. Tables may be large: rows are read and written in
portions, and of versions only those of games that were corrected.
"""

from django.db import migrations
from django.db.models import Case, F, OuterRef, Q, Subquery, Value, When

PORTION = 2_000


def number_contents(apps, schema_editor):
    """The content of a first version is 1, as the column's default says."""
    game_model, version_model = apps.get_model("games", "Game"), apps.get_model("games", "SheetVersion")
    corrected = game_model.objects.filter(version__gt=1)
    for keys in _portions(corrected):
        changed, current = [], []
        versions = version_model.objects.filter(game__in=keys).order_by("game_id", "number")
        seen, game_id = [], None
        for version in versions.select_related("game").iterator(chunk_size=PORTION):
            if version.game_id != game_id:
                seen, game_id = [], version.game_id
            told = _judged(version)
            version.content = next((number for number, one in seen if one == told), version.number)
            if version.content == version.number:
                seen.append((version.number, told))
            changed.append(version)
            if version.number == version.game.version:
                version.game.content = version.content
                current.append(version.game)
        version_model.objects.bulk_update(changed, ["content"], batch_size=500)
        game_model.objects.bulk_update(current, ["content"], batch_size=500)


def _judged(version):
    people = [one["player"] or ["name", one["name"]] for one in version.facts["people"]]
    return version.sheet, people, version.facts["played_on"]


def tell_whose_words(apps, schema_editor):
    verdict_model, version_model = apps.get_model("games", "Verdict"), apps.get_model("games", "SheetVersion")
    game_model, seat_model = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    seats = seat_model.objects.filter(pk=OuterRef("seat_id"))
    for keys in _portions(verdict_model.objects):
        words = verdict_model.objects.filter(pk__in=keys)
        words.update(
            **{
                target: Subquery(seats.values(source)[:1])
                for target, source in (
                    ("game_id", "game_id"),
                    ("index", "index"),
                    ("player_id", "player_id"),
                    ("name", "name"),
                )
            },
            means=Case(When(account=None, then=Value("link")), default=Value("account")),
        )
        games = game_model.objects.filter(pk=OuterRef("game_id"))
        versions = version_model.objects.filter(game=OuterRef("game_id"), number=OuterRef("version"))
        words.update(content=Subquery(versions.values("content")[:1]))
        over = Q(version__lt=Subquery(games.values("version")[:1])) | Q(
            pk__in=words.filter(game__settled=True).values("pk")
        )
        words.filter(over, kind="disputed").update(closed_at=F("given_at"))
    _name_earlier_speakers(apps)


def _name_earlier_speakers(apps):
    """Who spoke of an earlier version sat there then; somebody else may sit there now."""
    verdict_model, version_model = apps.get_model("games", "Verdict"), apps.get_model("games", "SheetVersion")
    player_model = apps.get_model("players", "Player")
    earlier = verdict_model.objects.filter(version__lt=F("game__version"))
    for keys in _portions(earlier):
        words = list(verdict_model.objects.filter(pk__in=keys))
        versions = version_model.objects.filter(game__in={word.game_id for word in words})
        told = {(one.game_id, one.number): one.facts["people"] for one in versions.iterator()}
        people = [told[word.game_id, word.version][word.index] for word in words]
        ids = {person["player"] for person in people if person["player"]}
        players = {
            player.public_id: _present(player).pk
            for player in player_model.objects.filter(public_id__in=ids).select_related("merged_into")
        }
        for word, person in zip(words, people, strict=True):
            word.player_id, word.name = players.get(person["player"]), person["name"]
        verdict_model.objects.bulk_update(words, ["player", "name"], batch_size=500)


def _present(player):
    while player.merged_into is not None:
        player = player.merged_into
    return player


def _portions(rows):
    last = 0
    while keys := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:PORTION]):
        yield keys
        last = keys[-1]


class Migration(migrations.Migration):
    dependencies = [("games", "0009_words_on_results")]

    operations = [
        migrations.RunPython(number_contents, migrations.RunPython.noop),
        migrations.RunPython(tell_whose_words, migrations.RunPython.noop),
    ]
