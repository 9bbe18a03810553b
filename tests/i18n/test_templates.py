"""No template speaks English past the translators."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType

TEMPLATES = sorted(
    path
    for folder in ("caledonia_site", "games", "tournaments")
    for path in (settings.PROJECT_DIR / folder).rglob("templates/**/*")
    if path.suffix in {".html", ".txt"}
)
READ_ALOUD = {"alt", "aria-label", "title", "placeholder", "aria-description", "content"}
# Names, units and marks that are the same in every language.
SAME_EVERYWHERE = {
    "Caledonia", "Industria", "Automa", "BG", "Stats", "API", "CSV", "csv", "JSON", "PNG", "SVG", "XLSX",
}  # fmt: skip
WORD = re.compile(r"[^\W\d_]{2,}")


class VisibleText(HTMLParser):
    """Collects what a person reads: text outside scripts and styles, and the attributes read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag, attrs):
        if tag in {"script", "style", "code", "pre"}:
            self.silent += 1
        if tag == "meta":
            attrs = [(name, value) for name, value in attrs if dict(attrs).get("name") == "description"]
        self.found += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_endtag(self, tag):
        if tag in {"script", "style", "code", "pre"}:
            self.silent -= 1

    def handle_data(self, data):
        if not self.silent:
            self.found.append(data)


def untranslated(source: str) -> list[str]:
    """Words of the template that stand neither in a translate tag nor in a variable."""
    kept, inside, commented = [], False, False
    for token in Lexer(source).tokenize():
        if token.token_type is TokenType.BLOCK:
            name = token.split_contents()[0]
            inside = inside or name in {"blocktranslate", "blocktrans"}
            commented = commented or name == "comment"
            inside = inside and name not in {"endblocktranslate", "endblocktrans"}
            commented = commented and name != "endcomment"
        elif token.token_type is TokenType.TEXT and not inside and not commented:
            kept.append(token.contents)
        elif token.token_type is TokenType.VAR:
            kept.append("0")
    parser = VisibleText()
    parser.feed("".join(kept))
    parser.close()
    words = {word for text in parser.found for word in WORD.findall(text)}
    return sorted(words - SAME_EVERYWHERE)


@pytest.mark.parametrize(
    "path", TEMPLATES, ids=lambda path: str(Path(path).relative_to(settings.PROJECT_DIR))
)
def test_every_word_of_a_template_is_translated(path):
    assert untranslated(path.read_text()) == []


def test_the_check_itself_finds_untranslated_words():
    assert untranslated('<p>Hello {{ name }}</p><img alt="Sheep">{% translate "Fine" %}') == [
        "Hello",
        "Sheep",
    ]
    assert (
        untranslated("{% blocktranslate %}Fine{% endblocktranslate %}{% comment %}why{% endcomment %}") == []
    )
