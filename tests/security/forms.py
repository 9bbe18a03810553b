"""The forms of a page, read from its HTML as a browser would."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

LEFT_OUT = {"csrfmiddlewaretoken"}


@dataclass
class Form:
    method: str
    action: str
    values: dict[str, list[str]] = field(default_factory=dict)
    """What would be sent if nobody changed anything; every field is there, also an empty one."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.asked: set[str] = set()
        self._select = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append(Form((given.get("method") or "get").lower(), given.get("action") or ""))
        elif tag == "a" and "?" in (given.get("href") or ""):
            self.asked |= {name for name, _ in parse_qsl(urlsplit(given["href"] or "").query)}
        name = given.get("name") or ""
        if tag in {"input", "select", "textarea", "button"} and name and self.forms and name not in LEFT_OUT:
            values = self.forms[-1].values.setdefault(name, [])
            match tag, given.get("type"):
                case "input", "checkbox" | "radio":
                    if "checked" in given:
                        values.append(given.get("value") or "on")
                case "input", _:
                    values.append(given.get("value") or "")
                case "textarea", _:
                    self._text = name
                case "select", _:
                    self._select = name
        if tag == "option" and self._select and "selected" in given:
            self.forms[-1].values[self._select].append(given.get("value") or "")

    def handle_data(self, data: str) -> None:
        if self._text:
            self.forms[-1].values[self._text].append(data.lstrip("\n"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if tag == "textarea":
            self._text = ""


def forms_of(html: str) -> tuple[list[Form], set[str]]:
    """All forms, and the names that the links of the page ask for after a question mark."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms, reader.asked
