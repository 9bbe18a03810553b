"""`.env.example` names every setting that the code reads, and no other."""

import re

from tests.deploy.rehearsal.units import PROJECT

READERS = (
    r"env\.(?:text|required|words|flag|number|choice|folder|database|origin|addresses)\(\s*\"([A-Z_]+)\""
)
EXAMPLE = PROJECT / "deploy" / ".env.example"


def read_by_the_code():
    found = set()
    for path in (PROJECT / "caledonia_site").rglob("*.py"):
        text = path.read_text()
        found |= set(re.findall(READERS, text))
        # Those that production insists on are asked for in a loop.
        found |= set(re.findall(r'^    \("([A-Z_]+)", "the ', text, re.MULTILINE))
    return {f"CALEDONIA_{name}" for name in found}


def test_every_setting_is_documented_and_no_other():
    written = set(re.findall(r"^#?(CALEDONIA_[A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE))
    assert written == read_by_the_code()


def test_every_setting_stands_under_a_sentence():
    words = []
    for line in EXAMPLE.read_text().splitlines():
        if not line:
            words = []
        elif re.match(r"#?[A-Z_]+=", line):
            assert words, f"{line} stands there without a word of explanation"
        else:
            words.append(line)


def test_the_example_holds_no_secret():
    for name in ("CALEDONIA_SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert re.search(rf"^{name}=$", EXAMPLE.read_text(), re.MULTILINE)
