"""What a page said of names before somebody tapped "Take part" on it (`parts/names_told.html`)."""

from django.http import HttpRequest


def told_of_names(request: HttpRequest) -> bool:
    return request.POST.get("names_shown") == "1"
