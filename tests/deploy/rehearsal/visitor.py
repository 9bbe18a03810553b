"""A person with a browser in front of the proxy, as far as HTTP is concerned."""

import gzip
import http.client
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

Connect = Callable[[], http.client.HTTPConnection]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Visitor:
    def __init__(self, connect: Connect, host: str) -> None:
        self._connect, self._host = connect, host
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        return self._send("GET", path, None, headers)

    def post(self, path: str, form: dict[str, str]) -> Answer:
        """The way a browser does it: the page with the form first, and its hidden fields with what was typed."""
        page = self.get(path)
        assert page.status == 200, (path, page.status)
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.text))
        sent = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._send("POST", path, urlencode(hidden | form).encode(), sent)

    def send(self, method: str, path: str, data: Any, **headers: str) -> Answer:
        """The way a program does it."""
        sent = {"Content-Type": "application/json"} | headers
        return self._send(method, path, json.dumps(data).encode(), sent)

    def _send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = self._connect()
        sent = {
            "Host": self._host,
            "Referer": f"https://{self._host}/",
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        try:
            connection.request(
                method, path, body, sent | {k.replace("_", "-"): v for k, v in headers.items()}
            )
            answer = connection.getresponse()
            for header in answer.headers.get_all("Set-Cookie", []):
                name, _, value = header.partition(";")[0].partition("=")
                self.cookies[name] = value
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()
