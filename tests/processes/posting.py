"""A program that posts games and does not give up: on any error it sends the same game with the same key again."""

import http.client
import json
import threading
import time
from datetime import UTC, datetime
from typing import Any

from tests.factories.games import two_seats
from tests.processes.site import Site

PAUSE = 0.1
# Longer than the site itself waits for a lock, and for a busy machine: only what hangs is given up.
PATIENCE_WITH_AN_ANSWER = 60.0


class Sender(threading.Thread):
    def __init__(self, site: Site, *, number: int, told: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        self._site, self._number, self._told = site, number, told
        self._over = threading.Event()
        self.acknowledged: list[str] = []
        self.failures: list[str] = []
        self.slowest = 0.0

    def run(self) -> None:
        position = 0
        while not self._over.is_set():
            position += 1
            game = self._game(position)
            while (answer := self._post(game, key=f"{self._number}-{position}")) is None:
                time.sleep(PAUSE)
            self.acknowledged.append(answer)
            time.sleep(PAUSE)

    def finish(self) -> None:
        """The game that is being sent is sent to its end."""
        self._over.set()
        self.join()

    def _game(self, position: int) -> dict[str, Any]:
        sheet = two_seats()
        sheet["seats"][position % 2]["glory"] += position
        players = self._told["players"]
        other = (self._number + 1 + position % (len(players) - 1)) % len(players)
        return {
            "system": "clans_of_caledonia",
            "played_on": datetime.now(UTC).date().isoformat(),
            "club": self._told["club"],
            "people": [{"player": players[self._number]}, {"player": players[other]}],
            "sheet": sheet,
            "warnings_confirmed": True,
        }

    def _post(self, game: dict[str, Any], *, key: str) -> str | None:
        connection = http.client.HTTPConnection("127.0.0.1", self._site.port, timeout=PATIENCE_WITH_AN_ANSWER)
        headers = {
            "Host": self._site.host or f"127.0.0.1:{self._site.port}",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": f"10.0.0.{self._number}",
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self._told['tokens'][self._number]}",
            "Idempotency-Key": key,
        }
        began = time.monotonic()
        try:
            connection.request("POST", "/api/v1/games/", json.dumps(game), headers)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status == http.HTTPStatus.CREATED:
                self.slowest = max(self.slowest, time.monotonic() - began)
                return str(json.loads(body)["public_id"])
            self.failures.append(f"{answer.status} {body[:200]!r}")
        except (OSError, http.client.HTTPException) as error:
            self.failures.append(type(error).__name__)
        finally:
            connection.close()
        return None
