"""What static files say besides their content, however they are served: all of them come through WhiteNoise."""

from wsgiref.headers import Headers

from csp.utils import build_policy


def add_policy(headers: Headers, path: str, url: str) -> None:
    """The pages' own content policy: a worker runs under that of its file, and without one could load from anywhere."""
    headers["Content-Security-Policy"] = build_policy()
