"""Why an import cannot go on."""

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError


class FileTooLargeError(UserError):
    code = "file_too_large"
    message = _("The file is larger than %(megabytes)s MB.")
    status = 413


class TooManyImportsError(UserError):
    code = "too_many_imports"
    message = _("Another import of yours is still being read or running. Wait for it, or stop it.")


class NotReadyError(UserError):
    code = "import_not_ready"
    message = _("This import cannot be started now.")


class NotRunningError(UserError):
    code = "import_not_running"
    message = _("This import has ended already.")
