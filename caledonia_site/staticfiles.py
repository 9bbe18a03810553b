"""Static files in production: a hash in every name, compressed, cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    # Our scripts are ES modules that import one another: their import lines need the hashed names too. Only
    # ours: a comment in a script of a library can look like an import line.
    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )
