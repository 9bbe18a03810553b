"""One form for all spellings of a name that people take for the same."""

import unicodedata


def normalised(name: str) -> str:
    """Lower case, without accents, punctuation as spaces, single spaces: "  Émile  O'Neill" -> "emile o neill".

    Letters that Unicode does not take apart (ø, ł, ß) stay or fold as `casefold` says; a name of signs alone
    keeps them, so that it still differs from other names.
    """
    # Taken apart before and after folding: fancy capitals (𝕊) are capitals only once they are taken apart.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    words = "".join(letter if letter.isalnum() else " " for letter in bare).split()
    return " ".join(words) or " ".join(bare.split())


def tidy(name: str) -> str:
    """As typed, without stray or invisible characters: a name is never empty to the eye."""
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in name)
    return " ".join(unicodedata.normalize("NFC", visible).split())
