"""What people say about a file to import, and about a webhook."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.clubs.models import Club
from games.exchange.enums import FileForm, News, UnknownNames
from games.exchange.formats.bounds import LARGEST_FILE

NEWS = [(news.value, news.label) for news in News if news is not News.TEST]
RIGHT_FORMAT = gettext_lazy("Find out by itself")


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "An export of BG Stats, plays of BoardGameGeek, or a table with one row for each seat."
        ),
        error_messages={"empty": gettext_lazy("The file is empty.")},
    )
    form = forms.ChoiceField(
        label=gettext_lazy("Format"), choices=[("", RIGHT_FORMAT), *FileForm.choices], required=False
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Into the club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=gettext_lazy("No club: only for me"),
    )

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(
                gettext_lazy("The file is larger than %(megabytes)s MB.")
                % {"megabytes": LARGEST_FILE // 1_000_000},
                code="file_too_large",
            )
        return file


class RunForm(forms.Form):
    unknown_names = forms.ChoiceField(
        label=gettext_lazy("People nobody was matched with"),
        choices=UnknownNames.choices,
        widget=forms.RadioSelect,
    )
    takes_doubtful = forms.BooleanField(
        label=gettext_lazy("Import the doubtful games as well"), required=False
    )

    def __init__(self, *args: Any, has_club: bool, has_doubtful: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_club:
            del self.fields["unknown_names"]
        if not has_doubtful:
            del self.fields["takes_doubtful"]


class WebhookForm(forms.Form):
    url = forms.URLField(
        label=gettext_lazy("Address"), max_length=300, assume_scheme="https", help_text="https://…"
    )
    news = forms.MultipleChoiceField(
        label=gettext_lazy("News to send"), choices=NEWS, widget=forms.CheckboxSelectMultiple
    )
