"""A browser's own description of itself, in words a person recognises."""

import re

# The order matters: most browsers also claim to be those further down.
BROWSERS = (
    ("Edge", r"\bEdg(e|A|iOS)?/"),
    ("Opera", r"\bOPR/"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\b(Firefox|FxiOS)/"),
    ("Chrome", r"\b(Chrome|CriOS|Chromium)/"),
    ("Safari", r"\bSafari/"),
)
SYSTEMS = (
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Android", r"\bAndroid\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Windows", r"\bWindows\b"),
    ("macOS", r"\bMacintosh\b"),
    ("Linux", r"\bLinux\b"),
)


def device_name(user_agent: str) -> str:
    """Such as "Firefox · Android"; empty when nothing in it is known."""
    found = [
        next((name for name, pattern in kinds if re.search(pattern, user_agent)), None)
        for kinds in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(name for name in found if name)
