"""A staff member with a browser, as far as HTTP is concerned."""

import http.client
import json
import re
from urllib.parse import urlencode


class Client:
    def __init__(self, *, port: int, host: str, cookies: dict[str, str], secure: bool) -> None:
        self._port = port
        self._cookies = cookies
        scheme = "https" if secure else "http"
        # As the proxy in front of production says it.
        self._headers = {"Host": host, "X-Forwarded-Proto": scheme, "Referer": f"{scheme}://{host}/"}

    def request(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=240)
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = self._headers | {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, path, body=urlencode(form) if form else None, headers=headers)
            response = connection.getresponse()
            for header in response.headers.get_all("Set-Cookie", []):
                name, _, value = header.partition(";")[0].partition("=")
                self._cookies[name] = value
            return response.status, response.read().decode()
        finally:
            connection.close()

    def add_player(self, name: str) -> None:
        """Through the form of the real admin."""
        status, page = self.request("GET", "/admin/players/player/add/")
        assert status == 200, (status, page[:500])
        form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
        first_choices = re.findall(
            r'<select name="([^"]+)".*?<option value="([^"]*)" selected', page, re.DOTALL
        )
        status, page = self.request(
            "POST", "/admin/players/player/add/", dict(first_choices) | form | {"name": name, "_save": "Save"}
        )
        assert status == 302, (status, re.findall(r'class="error[^>]*>(.*?)</', page), page[:500])

    def count_in_admin(self) -> int:
        """The true number, counted by the admin's list at this moment."""
        status, page = self.request("GET", "/admin/players/player/")
        assert status == 200
        (number,) = re.findall(r"(\d+) (?:players|player)\s*<", page)[:1]
        return int(number)

    def players_of_api(self) -> int:
        status, body = self.request("GET", "/api/v1/figures/")
        assert status == 200
        return int(json.loads(body)["players"])

    def home_page(self) -> str:
        status, page = self.request("GET", "/")
        assert status == 200
        return page
