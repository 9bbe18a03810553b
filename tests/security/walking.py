"""The whole site walked once: every address, every method, every kind of person, and what was answered."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tests.security.addresses import site_addresses
from tests.security.table import ALL, Group, Rule, rules
from tests.security.world import INSIDE, OUTSIDE, World

# Would be a picture that runs a script, wherever a page forgot to escape it.
HOSTILE = "\"'><img src=x onerror=alert(1)>"
HOSTILE_NAMES = dict.fromkeys(
    ("club", "player", "guest", "spelling", "club event", "league", "season", "tournament", "note", "reason"),
    HOSTILE,
)
# What a session notes about itself.
KEPT_FOR_THE_SESSION = ('"django_session"', '"usersessions_usersession"')


@dataclass(frozen=True)
class Answered:
    key: str
    rule: Rule
    method: str
    kind: str
    status: int
    headers: dict[str, str]
    content: bytes
    written: tuple[str, ...]
    """The tables it changed, by the words of the query."""

    @property
    def location(self) -> str:
        return self.headers.get("location", "")

    @property
    def is_markup(self) -> bool:
        return any(kind in self.headers.get("content-type", "") for kind in ("html", "svg", "xml"))

    def __str__(self) -> str:
        return f"{self.method} {self.key}: {self.kind} got {self.status} {self.location}"


def walk_public() -> list[Answered]:
    """A public club full of hostile names, for everybody."""
    world = World("public", HOSTILE_NAMES)
    return list(_walk(world, rules(), _tried_by))


def walk_private() -> list[Answered]:
    """A private club, for outsiders; what has nothing to do with a club is left out."""
    of_club = [(key, rule) for key, rule in rules() if not rule.group.in_private >= ALL - {"visitor"}]
    return list(_walk(World("private"), of_club, lambda group: OUTSIDE))


def _tried_by(group: Group) -> tuple[str, ...]:
    """Everybody; where all are equal, one of each sort is enough."""
    if group.people >= ALL - {"visitor"}:
        return ("visitor", "stranger", "owner")
    # A player is a member; only where that makes a difference both ask.
    differ = ("player" in group.people) != ("member" in group.people)
    return ("visitor", "stranger", *(kind for kind in INSIDE if kind != "player" or differ))


def _walk(world: World, table: list[tuple[str, Rule]], people: Any) -> Iterator[Answered]:
    addresses = {one.key: one for one in site_addresses()}
    for key, rule in table:
        for method in rule.methods:
            for kind in people(rule.group):
                written: list[str] = []

                def note(execute: Any, sql: str, *rest: Any, written: list[str] = written) -> Any:
                    if sql.startswith(("INSERT", "UPDATE", "DELETE")):
                        written.append(sql[:80])
                    return execute(sql, *rest)

                with connection.execute_wrapper(note):
                    answer = world.ask(kind, method, addresses[key])
                yield Answered(
                    key=key,
                    rule=rule,
                    method=method,
                    kind=kind,
                    status=answer.status_code,
                    headers={name.lower(): value for name, value in answer.headers.items()},
                    content=b"" if answer.streaming else answer.content,
                    written=tuple(
                        text for text in written if not any(name in text for name in KEPT_FOR_THE_SESSION)
                    ),
                )
