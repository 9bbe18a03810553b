"""A column that follows another one."""

from typing import TYPE_CHECKING, Any

from django.db import models

from games.players.names import normalised

if TYPE_CHECKING:
    # Only the type checker knows Django's fields as generic.
    _TextColumn = models.CharField[str, str]
else:
    _TextColumn = models.CharField


class NormalisedField(_TextColumn):
    """The searchable form of another text field of the row, computed at every save, also in bulk."""

    def __init__(self, *, source: str, **options: Any) -> None:
        self.source = source
        options["editable"] = False
        super().__init__(**options)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, path, arguments, options = super().deconstruct()
        options["source"] = self.source
        del options["editable"]
        return name, path, list(arguments), options

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = normalised(getattr(model_instance, self.source))
        # Lower case and decomposition can make a text longer (ß, ligatures).
        value = value[: self.max_length]
        setattr(model_instance, self.attname, value)
        return value
