"""Numbers as people read them."""

from django.utils.formats import number_format


def written(value: float, decimals: int = 0) -> str:
    """In the visitor's language, thousands apart, with a true minus sign.

    Django's own grouping is off because it would also reach years and identifiers.
    """
    # Rounded here: Django's own formatting cuts the further digits off.
    # Adding nothing takes the sign off a zero: what rounds to zero is neither below nor above it.
    text = str(number_format(round(value, decimals) + 0, decimal_pos=decimals, force_grouping=True))
    return text.replace("-", "\N{MINUS SIGN}")
