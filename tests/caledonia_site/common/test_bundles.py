"""Scripts and style sheets joined into few files."""

import gzip
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.contrib.staticfiles import finders
from django.test import Client

from caledonia_site.common.bundles import BundleError, BundleFinder, bundle_text


@pytest.fixture
def bundle(tmp_path, settings):
    """Joins files that exist for this test alone."""
    settings.STATICFILES_DIRS = [tmp_path]
    settings.STATIC_BUNDLES_DIR = tmp_path / "made"
    finders.get_finder.cache_clear()

    def join(files, *entries, name="bundles/all.js"):
        for file, text in files.items():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(text)
        settings.STATIC_BUNDLES = {name: entries}
        return bundle_text(name)

    yield join
    finders.get_finder.cache_clear()


def test_modules_come_before_those_that_import_them_and_once(bundle):
    text = bundle(
        {
            "a/main.js": 'import { two } from "./two.js";\nimport { one } from "../b/one.js";\nrun(one, two);\n',
            "a/two.js": 'import { one } from "../b/one.js";\nexport const two = one + one;\n',
            "b/one.js": "export const one = 1;\n",
        },
        "a/main.js",
    )
    places = [text.index(f"// {file}") for file in ("b/one.js", "a/two.js", "a/main.js")]
    assert places == sorted(places)
    assert text.count("// b/one.js") == 1


def test_lines_that_are_a_comment_do_not_travel(bundle):
    text = bundle({"main.js": '// Why.\nrun("http://a"); // stays\n  // Why not.\nrun();\n'}, "main.js")
    assert "Why" not in text
    assert 'run("http://a"); // stays\nrun();' in text


def test_a_module_hands_on_what_it_exports_and_nothing_else(bundle):
    text = bundle(
        {
            "main.js": 'import {\n  grow as more,\n  Tree,\n} from "./tree.js";\nimport * as all from "./tree.js";\n'
            'import "./quiet.js";\n',
            "tree.js": "const secret = 1;\nexport async function grow() {}\nclass Tree {}\nexport { Tree };\n",
            "quiet.js": "start();\n",
        },
        "main.js",
    )
    assert "Object.assign($0, { Tree, grow });" in text
    assert "const { grow: more, Tree } = $0;" in text
    assert "const all = $0;" in text
    assert "import" not in text
    assert "export" not in text


def test_what_the_first_file_exports_the_bundle_exports(bundle):
    assert bundle({"main.js": "export function serve() {}\n"}, "main.js").endswith(
        "export const { serve } = $0;\n"
    )


@pytest.mark.parametrize(
    ("main", "said"),
    [
        ('import { a } from "./nowhere.js";', "main.js: there is no static file nowhere.js."),
        ('import { b } from "./other.js";', "main.js: other.js does not export b."),
        ('import a from "./other.js";', "main.js: “import a from"),
        ('import { a } from "library";', "main.js: “import { a } from"),
        ("export default 1;", "main.js: “export default 1;”"),
        ("export let changing = 1;", "main.js: “export let changing = 1;”"),
        ('export * from "./other.js";', "main.js: “export * from"),
        ('const a = await import("./other.js");', "main.js: “import("),
        ("fetch(new URL('x', import.meta.url));", "main.js: “import.meta”"),
        ("var shared = 1;", "main.js: “var shared = 1;”"),
        ('import { round } from "./round.js";', "main.js: imports itself, by way of main.js, round.js."),
    ],
)
def test_what_cannot_be_joined_is_refused_by_the_name_of_its_file(bundle, main, said):
    others = {
        "other.js": "export const a = 1;\n",
        "round.js": 'import { main } from "./main.js";\nexport const round = main;\n',
    }
    with pytest.raises(BundleError) as refused:
        bundle({"main.js": f"{main}\n", **others}, "main.js")
    assert str(refused.value).startswith(said)


def test_a_library_stays_as_it_is(bundle):
    text = "var library=function(){}();"
    assert bundle({"library.min.js": text}, "library.min.js") == text


def test_styles_keep_their_order_and_find_their_pictures(bundle):
    text = bundle(
        {
            "a/one.css": "p { src: url(../pictures/one.png); }",
            "two.css": "p { src: url('data:x'), url(/two.png); }",
        },
        "a/one.css",
        "two.css",
        name="bundles/all.css",
    )
    assert text.index("a/one.css") < text.index("two.css")
    assert 'url("../pictures/one.png")' in text
    assert "url('data:x'), url(/two.png)" in text


def test_a_style_sheet_that_must_begin_its_file_is_refused(bundle):
    with pytest.raises(BundleError, match=r"^one\.css: @import"):
        bundle({"one.css": '@import "two.css";'}, "one.css", name="bundles/all.css")


def test_every_bundle_of_the_site_can_be_made():
    for name in site_settings.STATIC_BUNDLES:
        assert bundle_text(name)


def test_a_bundle_is_found_as_it_is_now(bundle, tmp_path):
    bundle({"main.js": "one();\n"}, "main.js")
    finder = BundleFinder()
    path = Path(finder.find("bundles/all.js"))
    assert "one();" in path.read_text()
    (tmp_path / "main.js").write_text("two();\n")
    assert finder.find("bundles/all.js", find_all=True) == [str(path)]
    assert "two();" in path.read_text()
    assert finder.find("main.js") == []


def test_bundles_are_collected_with_other_files(bundle):
    bundle({"main.js": "one();\n"}, "main.js")
    assert [name for name, _storage in BundleFinder().list([])] == ["bundles/all.js"]
    assert list(BundleFinder().list(["bundles/*"])) == []


@pytest.fixture
def static_client(settings):
    """Of a site that serves files from their folders, as the embedded default does."""
    settings.MIDDLEWARE = ["caledonia_site.common.middleware.compress_static_files", *settings.MIDDLEWARE]
    return Client()


@pytest.mark.parametrize(
    "name", ["bundles/site.css", "bundles/sheet.js", "img/icons.svg", "sheets/rules_worker.js"]
)
def test_files_that_were_not_collected_arrive_compressed(static_client, name):
    for _ in range(2):
        answer = static_client.get(f"/static/{name}", headers={"accept-encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer["Vary"]
        packed = answer.getvalue()
        assert int(answer["Content-Length"]) == len(packed)
        plain = static_client.get(f"/static/{name}")
        assert gzip.decompress(packed) == plain.getvalue()
        assert "Content-Encoding" not in plain
        assert "Accept-Encoding" in plain["Vary"]


def test_what_is_compressed_already_stays_as_it_is(static_client):
    font = "/static/vendor/besley/besley-latin-600-normal.woff2"
    assert "Content-Encoding" not in static_client.get(font, headers={"accept-encoding": "gzip"})


def test_pages_arrive_compressed(client, db):
    answer = client.get("/score/clans_of_caledonia/?human=4", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < len(gzip.decompress(answer.content)) / 5
