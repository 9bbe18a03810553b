"""What people fill in about meetings: times as the club's clock shows them."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from caledonia_site.common.errors import UserError
from caledonia_site.common.forms.widgets import StepperInput
from games.clubs.enums import Repeat
from games.clubs.meeting_times import SkippedTimeError, from_wall
from games.clubs.models import Club, Meeting
from games.clubs.services.meetings import (
    EARLIEST,
    MOST_TIMES,
    USUAL_LENGTH,
    MeetingDetails,
    MeetingEndsTooEarlyError,
    MeetingTooFarError,
    MeetingTooLongError,
)

YEARS_AHEAD = 3
# At which field an error of the services stands.
FIELD_OF = {
    MeetingEndsTooEarlyError: "ends_at",
    MeetingTooLongError: "ends_at",
    MeetingTooFarError: "starts_at",
}


class WallTimeInput(forms.DateTimeInput):
    """The browser's own calendar and clock, which only read the ISO form."""

    input_type = "datetime-local"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%dT%H:%M")


class WallTimeField(forms.fields.BaseTemporalField):
    """A day and time without a zone; Django's own field would read it in the visitor's."""

    widget = WallTimeInput
    input_formats = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")
    default_error_messages = {"invalid": _("Enter a day and a time.")}

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        return super().to_python(value)

    def strptime(self, value: str, format: str) -> datetime:  # noqa: A002 - the name Django calls it by
        return datetime.strptime(value, format)  # noqa: DTZ007 - the club's zone is added by the form


class MeetingForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=80)
    starts_at = WallTimeField(label=_("Begins"))
    ends_at = WallTimeField(
        label=_("Ends"), required=False, help_text=_("Left empty, it ends four hours after the beginning.")
    )
    place = forms.CharField(
        label=pgettext_lazy("where it was played", "Place"),
        max_length=120,
        required=False,
        help_text=_("Whoever sees the club's page reads it: think twice before you give a private address."),
    )
    description = forms.CharField(
        label=_("Description"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["starts_at"].help_text = _("Time in the club's zone, %(zone)s.") % {
            "zone": club.time_zone_name
        }

    def clean_starts_at(self) -> datetime:
        return self._moment(self.cleaned_data["starts_at"])

    def clean_ends_at(self) -> datetime | None:
        ends: datetime | None = self.cleaned_data["ends_at"]
        return self._moment(ends) if ends else None

    def _moment(self, wall: datetime) -> datetime:
        if not EARLIEST.year <= wall.year <= timezone.localdate().year + YEARS_AHEAD:
            # Said before anything is calculated: at the ends of the calendar a zone leads out of it.
            raise ValidationError(str(MeetingTooFarError()), code="too_far")
        try:
            return from_wall(wall, self.club.time_zone)
        except SkippedTimeError as error:
            raise ValidationError(
                _("The clocks go forward in that night, and this time does not exist."), code="skipped"
            ) from error

    def details(self) -> MeetingDetails:
        values = self.cleaned_data
        return MeetingDetails(
            title=values["title"],
            starts_at=values["starts_at"],
            ends_at=values["ends_at"] or values["starts_at"] + USUAL_LENGTH,
            place=values["place"],
            description=values["description"],
        )

    def add_user_error(self, error: UserError) -> None:
        self.add_error(FIELD_OF.get(type(error)), str(error))


class NewMeetingForm(MeetingForm):
    repeat = forms.ChoiceField(
        label=_("How often"), choices=Repeat.choices, initial=Repeat.NEVER, widget=forms.RadioSelect
    )
    times = forms.IntegerField(
        label=_("How many times in all"),
        initial=4,
        min_value=1,
        max_value=MOST_TIMES,
        required=False,
        widget=StepperInput,
        help_text=_("Each time is an event of its own, which you can move or cancel alone."),
    )

    def times_wanted(self) -> int:
        if self.cleaned_data["repeat"] == Repeat.NEVER:
            return 1
        return self.cleaned_data["times"] or 1


class LaterOnesForm(forms.Form):
    """Shown where a meeting was planned together with others that are still to come."""

    with_later = forms.BooleanField(required=False)

    def __init__(self, *args: Any, label: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["with_later"].label = label


def present_values(meeting: Meeting) -> dict[str, Any]:
    return {
        "title": meeting.title,
        "starts_at": meeting.starts_on_wall,
        "ends_at": meeting.ends_on_wall,
        "place": meeting.place,
        "description": meeting.description,
    }
