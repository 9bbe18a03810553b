"""People and programs in front of the site, as few instructions each as possible: they share the machine with it."""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tests.load.site import HOST

SYSTEM = "clans_of_caledonia"
PREVIEW, POST = "preview of a sheet", "posting a game"
BARE_VIEW, BARE_LIST = "bare Django view", "bare ORM list"
BARE = {BARE_VIEW: "/load/bare/", BARE_LIST: "/load/list/"}
# How often people do what, of a hundred steps.
MIX = {
    "home": 8, "list of games": 10, "list of games, searched": 4, "game": 14, "club": 8, "player": 8, "leaderboard": 6,
    "a player's rating": 4, "clan table": 5, "clan": 3, "facts": 3, "standings": 4, "tournament": 4, PREVIEW: 11,
    POST: 4, BARE_VIEW: 2, BARE_LIST: 2,
}  # fmt: skip
GIVES_UP_AFTER = 30.0


class Request(NamedTuple):
    kind: str
    method: str
    path: str
    headers: str
    body: bytes


class Shot(NamedTuple):
    kind: str
    seconds: float
    status: int


class Plan:
    """What there is to ask for; a request of each kind, drawn anew every time."""

    def __init__(self, chosen: dict[str, Any], *, seed: int) -> None:
        self._pages = chosen["pages"] | {kind: [path] for kind, path in BARE.items()}
        self._senders, self._sheets = chosen["senders"], chosen["sheets"]
        self._rng = random.Random(seed)
        self._run = f"{seed}-{time.time_ns()}"
        self._posted = 0

    def any(self, *, session: str) -> Request:
        (kind,) = self._rng.choices(list(MIX), weights=list(MIX.values()))
        return self.one(kind, session=session)

    def one(self, kind: str, *, session: str = "") -> Request:
        if kind == PREVIEW:
            body = json.dumps({"sheet": self._rng.choice(self._sheets)}).encode()
            return Request(kind, "POST", f"/api/v1/rulesets/{SYSTEM}/preview/", self._around(""), body)
        if kind == POST:
            return self._post()
        return Request(kind, "GET", self._rng.choice(self._pages[kind]), self._around(session), b"")

    def _post(self) -> Request:
        sender, sheet = self._rng.choice(self._senders), self._rng.choice(self._sheets)
        self._posted += 1
        game = {
            "system": SYSTEM,
            "played_on": datetime.now(UTC).date().isoformat(),
            "club": sender["club"],
            "people": [{"player": one} for one in self._rng.sample(sender["players"], len(sheet["seats"]))],
            "sheet": sheet,
            "warnings_confirmed": True,
        }
        headers = (
            f"Authorization: Bearer {sender['token']}\r\nIdempotency-Key: {self._run}-{self._posted}\r\n"
        )
        return Request(POST, "POST", "/api/v1/games/", self._around("") + headers, json.dumps(game).encode())

    def _around(self, session: str) -> str:
        """As the proxy passes it on; everybody comes from an address of their own."""
        address = f"10.{self._rng.randrange(256)}.{self._rng.randrange(256)}.{self._rng.randrange(256)}"
        cookie = f"Cookie: __Host-session={session}\r\n" if session else ""
        return f"X-Forwarded-Proto: https\r\nX-Forwarded-For: {address}\r\nAccept-Encoding: gzip\r\n{cookie}"


@dataclass
class Visitor:
    """One connection that stays open, as between proxy and site. `mark` is the ETag of the last answer that had one."""

    port: int
    mark: str = field(default="", init=False)
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None, init=False)

    async def send(self, request: Request) -> Shot:
        began = time.perf_counter()
        try:
            status = await asyncio.wait_for(self._exchange(request), GIVES_UP_AFTER)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            self.leave()
            status = 0
        return Shot(request.kind, time.perf_counter() - began, status)

    async def _exchange(self, request: Request) -> int:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        reader, writer = self._streams
        length = (
            f"Content-Type: application/json\r\nContent-Length: {len(request.body)}\r\n"
            if request.body
            else ""
        )
        head = f"{request.method} {request.path} HTTP/1.1\r\nHost: {HOST}\r\n{request.headers}{length}\r\n"
        writer.write(head.encode() + request.body)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b"\r\netag: " in answer:
            self.mark = answer.split(b"\r\netag: ", 1)[1].split(b"\r\n", 1)[0].decode()
        if b"content-length: " in answer:
            size = int(answer.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
            await reader.readexactly(size)
        elif b"transfer-encoding: chunked" in answer:
            while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
                await reader.readexactly(size + 2)
            await reader.readexactly(2)
        return int(answer.split(b" ", 2)[1])

    def leave(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


async def people(
    *, port: int, plan: Plan, users: int, seconds: float, think: float, sessions: list[str]
) -> list[Shot]:
    """So many people who look at something, think about it, and go on; one in three is signed in."""
    shots: list[Shot] = []
    end = time.perf_counter() + seconds

    async def person(number: int) -> None:
        rng = random.Random(number)
        session = sessions[number % len(sessions)] if sessions and number % 3 == 0 else ""
        visitor = Visitor(port)
        # Nobody begins at the same moment.
        await asyncio.sleep(rng.random() * think)
        while time.perf_counter() < end:
            shots.append(await visitor.send(plan.any(session=session)))
            await asyncio.sleep(think * rng.uniform(0.5, 1.5))
        visitor.leave()

    await asyncio.gather(*(person(number) for number in range(users)))
    return shots


async def without_pause(
    *, port: int, plan: Plan, kind: str, connections: int, seconds: float
) -> tuple[list[Shot], float]:
    """One kind of page as often as it goes; the answers, and how long that took."""
    shots: list[Shot] = []
    began = time.perf_counter()
    end = began + seconds

    async def machine() -> None:
        visitor = Visitor(port)
        while time.perf_counter() < end:
            shots.append(await visitor.send(plan.one(kind)))
        visitor.leave()

    await asyncio.gather(*(machine() for _ in range(connections)))
    return shots, time.perf_counter() - began
