"""Counting what somebody does, in the cache that all processes share: each once, also at the same moment.

Nobody finds a secret link by trying: who opens too many that are none has to wait. And nobody fills a stranger's
mailbox in our name, whatever they ask for: signing up, codes, invitations, all together. Of e-mails are not counted,
and never held back:
- what readers asked for themselves and can stop (`send_stoppable_mail`): ten rounds of a tournament are ten e-mails;
- news about the safety of one's own account, such as a changed password: only somebody who is signed in causes
  them, and whoever could have them held back would change a password unnoticed.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import structlog
from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_resolver

log = structlog.get_logger(__name__)

MINUTE, HOUR, DAY = 60, 3_600, 86_400
# Whoever has one address of the new kind has all that begin alike.
IPV6_NETWORK = 64


def count_up(key: str, *, per: int = MINUTE, now: float | None = None) -> int:
    """Count this once more; how often it was counted in the minute (hour, day) that runs, this time included.

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
    to count is freed again. Numbers that begin anew with each minute (`count_up`) can do neither.
    """
    taken: list[str] = []
    for limit in limits:
        places = (f"{limit.key}:{limit.seconds}:{number}" for number in range(limit.most))
        place = next((place for place in places if cache.add(place, 1, timeout=limit.seconds)), None)
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


# A cut or mistyped link is opened a few times. Right ones do not count: a whole club may be behind one address.
MOST_WRONG_LINKS = 30
UNKNOWN = {404, 410}

View = Callable[..., HttpResponse]


def limits_wrong_links(view: View) -> View:
    """For addresses that hold a secret."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # Counted before it is known to be wrong: many at the same moment would all be looked at otherwise.
        places = take_places(Limit(f"links:{network_of(request)}", MOST_WRONG_LINKS, MINUTE))
        if places is None:
            too_many_requests: View = get_resolver().resolve_error_handler(429)
            return too_many_requests(request)
        is_wrong = False
        try:
            response = view(request, *args, **kwargs)
            is_wrong = response.status_code in UNKNOWN
        except Http404:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                free_places(places)
        return response

    wrapped.holds_secret = True  # type: ignore[attr-defined]
    return wrapped


MOST_AN_HOUR = 5
MOST_A_DAY = 10
# Here a dot in the name means nothing. Elsewhere it may be another person.
WITHOUT_DOTS = {"gmail.com", "googlemail.com"}


def mailbox_of(address: str) -> str:
    """The same for all ways to write to one mailbox, as far as one can know from outside."""
    name, _, host = address.strip().casefold().rpartition("@")
    name = name.partition("+")[0] or name
    if host in WITHOUT_DOTS:
        name, host = name.replace(".", ""), "gmail.com"
    return f"{name}@{host}"


@contextmanager
def room_in_mailbox(address: str) -> Iterator[bool]:
    """Whether one more e-mail may be sent to this address; one whose sending fails was none.

    Pages answer the same either way: the other answer would tell strangers what happens at an address.
    """
    mailbox = f"mail:{digest(mailbox_of(address))}"
    places = take_places(Limit(mailbox, MOST_AN_HOUR, HOUR), Limit(mailbox, MOST_A_DAY, DAY))
    if places is None:
        log.warning("mail_held_back")
        yield False
        return
    try:
        yield True
    except BaseException:
        free_places(places)
        raise
