"""The site's addresses, and the two bare pages; these exist in no installation."""

from django.urls import path

from caledonia_site.urls import handler400, handler403, handler404, handler429, handler500, urlpatterns
from tests.load.bare import bare_list, bare_view

__all__ = ["handler400", "handler403", "handler404", "handler429", "handler500", "urlpatterns"]

urlpatterns = [
    path("load/bare/", bare_view),
    path("load/list/", bare_list),
    *urlpatterns,
]
