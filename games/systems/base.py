"""The shape of a game system's words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

Texts = Mapping[str, Promise | str]


@dataclass(frozen=True, slots=True)
class Wording:
    """Labels by key (`field.glory`), sentences by code (`ranked_tied`).

    A sentence names the parameters of its code in braces; one that explains a line may also use {quantity},
    {unit} and {vp}. Lists of numbers are shown with " / " between them, or as a sum with {name:+}.
    """

    labels: Texts
    sentences: Texts = field(default_factory=dict)
