from django.urls import path

from caledonia_site.operations import views

app_name = "operations"
urlpatterns = [
    path("operations/", views.overview, name="overview"),
    path("operations/retry/", views.retry, name="retry"),
]
