"""The page for whoever asks too often."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def too_many_requests(request: HttpRequest) -> HttpResponse:
    response = render(request, "account/too_many_requests.html", status=429)
    response["Retry-After"] = "60"
    return response
