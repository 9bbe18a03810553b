"""Send a signed message to a stranger's address without ever reaching into our own network."""

import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 8
# Each byte may take its time, but not all of them together: a worker must not be held for days.
SECONDS_IN_ALL = 20
LONGEST_ANSWER = 1_000


IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# The only block of IPv6 from which addresses of the open internet are given out, and what lies in it all the same
# and leads elsewhere: protocols' own (Teredo, benchmarks, ORCHID), examples, tunnels (6to4), black holes (AS112).
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
NO_HOSTS = [
    ipaddress.ip_network(block)
    for block in (
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
        "192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24",
    )
]  # fmt: skip


class BadAddressError(ValueError):
    """An address nothing is sent to; the code says why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` is None when there was none; `error` then says why."""

    status: int | None
    error: str = ""

    @property
    def is_good(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def signature(secret: str, moment: int, body: bytes) -> str:
    digest = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def checked_address(url: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path; raises BadAddressError for what no webhook may be."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddressError("bad_address") from None
    if parts.scheme not in ({"https", "http"} if settings.WEBHOOKS_TO_PRIVATE_ADDRESSES else {"https"}):
        raise BadAddressError("not_https")
    if not parts.hostname or parts.username or parts.password:
        raise BadAddressError("bad_address")
    path = parts.path or "/"
    return (
        parts.scheme,
        parts.hostname,
        port or (443 if parts.scheme == "https" else 80),
        f"{path}?{parts.query}" if parts.query else path,
    )


def public_address_of(host: str, port: int) -> str:
    """The one address we connect to: looked up once, so that it cannot become another one after the check."""
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadAddressError("unknown_host") from None
    addresses = [str(info[4][0]) for info in infos]
    if not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES:
        for address in addresses:
            if not is_open_internet(ipaddress.ip_address(address.partition("%")[0])):
                raise BadAddressError("private_address")
    return addresses[0]


def is_open_internet(number: IPAddress) -> bool:
    """One host anywhere in the world, and no gateway that hands on to an address inside this one."""
    if isinstance(number, ipaddress.IPv6Address) and number not in GLOBAL_UNICAST:
        return False
    return number.is_global and not number.is_multicast and not any(number in block for block in NO_HOSTS)


def send(*, url: str, secret: str, delivery: str, news: str, body: Any) -> Answer:
    """One attempt; redirects are not followed, and whatever goes wrong is an answer, not an exception."""
    content = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    moment = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Caledonia",
        "Caledonia-Event": news,
        "Caledonia-Delivery": delivery,
        "Caledonia-Signature": signature(secret, moment, content),
    }
    connection: HTTPConnection | None = None
    patience: threading.Timer | None = None
    try:
        scheme, host, port, path = checked_address(url)
        address = public_address_of(host, port)
        connection = _connection(scheme, host, address, port)
        patience = threading.Timer(SECONDS_IN_ALL, _hang_up, [connection.sock])
        patience.daemon = True
        patience.start()
        connection.request("POST", path, body=content, headers=headers)
        response = connection.getresponse()
        response.read(LONGEST_ANSWER)
        return Answer(response.status)
    except BadAddressError as error:
        return Answer(None, str(error))
    except (OSError, HTTPException, ValueError) as error:
        return Answer(None, type(error).__name__)
    finally:
        if patience is not None:
            patience.cancel()
        if connection is not None:
            connection.close()


def _hang_up(line: socket.socket) -> None:
    # Gone already, perhaps.
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _connection(scheme: str, host: str, address: str, port: int) -> HTTPConnection:
    """To the address that was checked, under the name of the host."""
    raw = socket.create_connection((address, port), timeout=SECONDS)
    if scheme == "https":
        secure = HTTPSConnection(host, port, timeout=SECONDS)
        secure.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host)
        return secure
    plain = HTTPConnection(host, port, timeout=SECONDS)
    plain.sock = raw
    return plain
