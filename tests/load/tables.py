"""Tables that fill in their sheets together: every phone asks for news as the page does, and types."""

import asyncio
import itertools
import json
import random
import time
from typing import Any
from uuid import uuid4

from tests.load.client import Request, Shot, Visitor
from tests.load.site import HOST

POLL, CHANGE = "news", "changes"
POLLS_EVERY = 1.5
# Somebody who reads a number off the table, types it and looks for the next one.
TYPES_EVERY = 6.0
FIELDS = ("glory", "money", "hops", "cotton", "tobacco", "sugar_cane", "contracts", "settlements")
_TOKEN = "a" * 32


async def phones(*, port: int, opened: dict[str, Any], seconds: float, types: bool) -> list[Shot]:
    """All phones of all tables for so long."""
    shots: list[Shot] = []
    end = time.perf_counter() + seconds
    phones = [
        _Phone(port, table["key"], seat, cookie, opened["device_cookie"])
        for table in opened["tables"]
        for seat, cookie in enumerate(table["cookies"])
    ]
    tasks = [phone.poll(shots, end) for phone in phones]
    if types:
        tasks += [phone.type(shots, end) for phone in phones]
    await asyncio.gather(*tasks)
    return shots


class _Phone:
    def __init__(self, port: int, key: str, seat: int, cookie: str, cookie_name: str) -> None:
        self._asks, self._sends = Visitor(port), Visitor(port)
        self._key, self._seat = key, seat
        self._rng = random.Random(f"{key}{seat}")
        self._client = str(uuid4())
        self._headers = (
            f"X-Forwarded-Proto: https\r\nX-Forwarded-For: 10.0.{seat}.{self._rng.randrange(250)}\r\n"
            f"Accept-Encoding: gzip\r\nOrigin: https://{HOST}\r\nX-CSRFToken: {_TOKEN}\r\n"
            f"Cookie: {cookie_name}={cookie}; __Host-csrf={_TOKEN}\r\n"
        )

    async def poll(self, shots: list[Shot], end: float) -> None:
        # Nobody begins at the same moment.
        await asyncio.sleep(self._rng.random() * POLLS_EVERY)
        while time.perf_counter() < end:
            mark = self._asks.mark
            known = f"If-None-Match: {mark}\r\n" if mark else ""
            path = f"/together/{self._key}/news/?since={mark.strip(chr(34)) or 0}"
            shots.append(await self._asks.send(Request(POLL, "GET", path, self._headers + known, b"")))
            await asyncio.sleep(POLLS_EVERY)
        self._asks.leave()

    async def type(self, shots: list[Shot], end: float) -> None:
        path = f"/together/{self._key}/changes/"
        for seq in itertools.count(1):
            await asyncio.sleep(TYPES_EVERY * self._rng.uniform(0.5, 1.5))
            if time.perf_counter() > end:
                break
            field = f"seats[{self._seat}].{self._rng.choice(FIELDS)}"
            change = {"seq": seq, "name": field, "values": [str(self._rng.randrange(60))], "seen": 0}
            body = {"client": self._client, "since": 0, "at": field, "changes": [change], "done": None}
            # As a page does that has heard the news: only what is new comes back.
            body["since"] = int(self._asks.mark.strip('"') or 0)
            shots.append(
                await self._sends.send(
                    Request(CHANGE, "POST", path, self._headers, json.dumps(body).encode())
                )
            )
        self._sends.leave()
