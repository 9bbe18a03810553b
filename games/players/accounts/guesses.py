"""How often somebody may try a password.

Wrong ones lock out where they come from, not the account: its owner comes in from elsewhere, and with a device that
signed in before also from the same place. Only a password that was wrong counts.
"""

from django.http import HttpRequest

from caledonia_site.common.rate_limits import HOUR, MINUTE, Limit, count_up, digest, network_of, take_places
from games.players.accounts.devices import known_device

MOST_KNOCKS_A_MINUTE = 30
MOST_OF_A_NETWORK_A_MINUTE = 10
# At one account, of one network or one device it knows.
MOST_WRONG = 5
WRONG_SECONDS = 5 * MINUTE
# At one account, of all networks together; from then on each network has one try in an hour. So guesses grow no faster
# than a stranger finds new networks, and an owner who types the right password comes in all the same.
MOST_WRONG_EVERYWHERE_AN_HOUR = 20


def knocks_too_often(request: HttpRequest, login: str) -> bool:
    """Whatever is sent to the door, right or wrong."""
    device = known_device(request, login)
    who = f"device:{device}" if device else network_of(request)
    return count_up(f"knocks:{who}") > MOST_KNOCKS_A_MINUTE


def take_guess(request: HttpRequest, login: str) -> list[str] | None:
    """The places this try takes, to be freed if the password is right; none if it has to wait."""
    account = f"guesses:{digest(login.strip().casefold())}"
    if device := known_device(request, login):
        return take_places(Limit(f"{account}:device:{device}", MOST_WRONG, WRONG_SECONDS))
    network = network_of(request)
    here = (
        Limit(f"guesses:from:{network}", MOST_OF_A_NETWORK_A_MINUTE, MINUTE),
        Limit(f"{account}:from:{network}", MOST_WRONG, WRONG_SECONDS),
    )
    return take_places(*here, Limit(account, MOST_WRONG_EVERYWHERE_AN_HOUR, HOUR)) or take_places(
        *here, Limit(f"{account}:slowly:{network}", 1, HOUR)
    )
