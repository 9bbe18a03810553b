"""Modules and variants of a game, as a competition requires or excludes them."""

from scoring import registry


def variants_of(system: str) -> list[str]:
    """Every module and variant of a game system, as games keep them."""
    variants = []
    for option in registry.get(system).description.options:
        values = ("yes",) if option.kind == "flag" else option.choices
        variants += [f"{option.key}:{value}" for value in values]
    return variants
