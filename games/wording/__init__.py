"""The words for what the rules engine says in keys, codes and numbers."""

from games.wording.lookup import label, sentence, wording_of

__all__ = ["label", "sentence", "wording_of"]
