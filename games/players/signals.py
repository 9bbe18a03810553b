"""News about people that the apps above answer to; players itself knows none of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.dispatch import Signal


@dataclass(frozen=True)
class PersonalDataSection:
    """One table of a person's archive: `clubs.json` and `clubs.csv` for the key "clubs"."""

    key: str
    title: str
    """What the table holds, in the reader's language; it stands in the archive's contents."""
    rows: Iterable[Mapping[str, Any]]
    """Plain values (text, numbers, dates, None); read once, so it may be a generator."""


# A person asks for everything we hold about them. Arguments: account, player (None when the account has
# none). A receiver returns a list of PersonalDataSection.
collect_personal_data = Signal()

# A person wants to delete their account: what must happen first? Arguments: account, player (or None). A
# receiver returns a list of translated sentences, each one obstacle; any of them stops the deletion.
account_deletion_blockers = Signal()

# An account is being deleted, in this transaction. Arguments: account (still there, gone right after), player
# (or None; already without name and account), former_ids (the public ids the player and those merged into it had
# until now). A receiver removes or anonymises what its app holds.
account_deleted = Signal()
