"""The forms of the account: django-allauth's checks, our fields and words."""
