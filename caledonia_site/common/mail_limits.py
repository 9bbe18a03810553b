"""Nobody fills a stranger's mailbox in our name, whatever they ask for: signing up, codes, invitations, all together.

Not counted, and never held back:
- what readers asked for themselves and can stop (`stoppable_mail`): ten rounds of a tournament are ten e-mails;
- news about the safety of one's own account, such as a changed password: only somebody who is signed in causes
  them, and whoever could have them held back would change a password unnoticed.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from caledonia_site.common.counting import DAY, HOUR, Limit, digest, free_places, take_places

log = structlog.get_logger(__name__)

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
