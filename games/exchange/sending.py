"""Send a signed message to a stranger's address without ever reaching into our own network."""

import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
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
NAT64 = ipaddress.ip_network("64:ff9b::/96")


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
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadAddressError("unknown_host") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES:
        for address in addresses:
            number = ipaddress.ip_address(address.partition("%")[0])
            if not _is_open_internet(number) or any(not _is_open_internet(one) for one in _inside(number)):
                raise BadAddressError("private_address")
    return addresses[0]


def _is_open_internet(number: IPAddress) -> bool:
    return number.is_global and not number.is_multicast


def _inside(number: IPAddress) -> Iterator[IPAddress]:
    """Addresses of the old kind that a new one carries, and to which a gateway would hand it on."""
    if isinstance(number, ipaddress.IPv6Address):
        if number.ipv4_mapped:
            yield number.ipv4_mapped
        if number.sixtofour:
            yield number.sixtofour
        if number in NAT64:
            yield ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)


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
