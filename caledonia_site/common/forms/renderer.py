"""Renders every form of the site from our own templates."""

from django.forms.renderers import TemplatesSetting


class SiteFormRenderer(TemplatesSetting):
    """Our frame for forms and fields; the controls inside remain Django's, so the admin keeps its own."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
