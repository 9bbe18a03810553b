"""Renders every form of the site from our own templates."""

from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest

from caledonia_site.common.forms.choices import WRITERS


class SiteFormRenderer(TemplatesSetting):
    """Our frame for forms and fields; the controls inside remain Django's, so the admin keeps its own."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        write = WRITERS.get(template_name)
        html = write(context["widget"]) if write else None
        return super().render(template_name, context, request) if html is None else html
