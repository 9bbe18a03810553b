"""Counting what somebody does, in the cache that all processes share: each once, also at the same moment."""

import time
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

MINUTE, HOUR, DAY = 60, 3_600, 86_400
# Whoever has one address of the new kind has all that begin alike.
IPV6_NETWORK = 64


def counted(key: str, *, per: int = MINUTE, now: float | None = None) -> int:
    """How often this was counted in the minute (hour, day) that runs, this time included.

    Whoever also says when that minute ends gives the moment: counting may wait for others while the minute ends.
    """
    window = f"{key}:{per}:{int(time.time() if now is None else now) // per}"
    cache.add(window, 0, timeout=2 * per)
    try:
        return int(cache.incr(window))
    except ValueError:
        # Pushed out between the two lines above: not our visitor's fault.
        return 1


@dataclass(frozen=True, slots=True)
class Limit:
    key: str
    most: int
    seconds: int


def take_places(*limits: Limit) -> list[str] | None:
    """One place of each limit, taken for so many seconds; nothing at all while one of them has none left.

    For what may be few: asked one by one, but never more than `most` in any hour one looks at, and what turns out not
    to count is freed again. Numbers that begin anew with each minute (`counted`) can do neither.
    """
    taken: list[str] = []
    for limit in limits:
        places = (f"{limit.key}:{limit.seconds}:{number}" for number in range(limit.most))
        place = next((one for one in places if cache.add(one, 1, timeout=limit.seconds)), None)
        if place is None:
            free_places(taken)
            return None
        taken.append(place)
    return taken


def free_places(places: list[str]) -> None:
    for place in places:
        cache.delete(place)


def network_of(request: HttpRequest) -> str:
    """Where a request comes from, as limits count it."""
    # allauth knows how many proxies stand in front of us, and whom they speak for.
    text: str = get_adapter(request).get_client_ip(request)
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, IPV6_NETWORK), strict=False))
    return str(address)


def digest(text: str) -> str:
    """What a key says instead of an e-mail address: caches are files, and files are read."""
    return sha256(text.encode()).hexdigest()
