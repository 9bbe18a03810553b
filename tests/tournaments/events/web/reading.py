"""What tests of the organiser's pages read off them."""

from tournaments.events.models import EventTable


def said(response):
    return [str(message) for message in response.context["messages"]]


def first_table(event):
    table = EventTable.objects.filter(round__event=event).order_by("round__number", "number")[0]
    table.round.event = event
    return table
