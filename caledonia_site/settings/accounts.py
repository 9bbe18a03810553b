"""Signing up, signing in and two-step sign-in: how django-allauth is set up."""

ACCOUNT_ADAPTER = "games.players.accounts.adapter.AccountAdapter"
ACCOUNT_USER_DISPLAY = "games.players.accounts.adapter.name_of"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Caledonia] "
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Codes, not links: on a phone a link opens in the mail program's own browser, which knows nothing of the
# page that waits, and mail scanners follow links before people do. Nine digits are quick on the number pad,
# and too many to guess at three tries a code.
ALLAUTH_USER_CODE_FORMAT = {"numeric": True, "length": 9, "dashed": True}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = 3
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# One address an account; a new one takes the old one's place once it is confirmed, never before.
ACCOUNT_CHANGE_EMAIL = True

# Nobody learns here whether an address has an account: the answer is always the same page, and the owner of
# the address gets an e-mail that says how things stand.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# The library's own limits, except where ours stand: at the door (`games/players/accounts/guesses.py`), which leaves the
# library those for codes of the second step, and for what goes to one mailbox (`common/mail_limits.py`), where the
# page must not tell that others have asked before.
ACCOUNT_RATE_LIMITS = {"login": "", "login_failed": "5/5m/key", "reset_password": "20/m/ip"}

MFA_ADAPTER = "games.players.accounts.two_step.TwoStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Caledonia"
MFA_PASSKEY_LOGIN_ENABLED = True

_FORMS = "games.players.accounts.forms"
ACCOUNT_FORMS = {
    "signup": f"{_FORMS}.SignUpForm",
    "login": f"{_FORMS}.SignInForm",
    "reset_password": f"{_FORMS}.ResetPasswordForm",
    "reset_password_from_key": f"{_FORMS}.NewPasswordForm",
    "confirm_email_verification_code": f"{_FORMS}.ConfirmAddressForm",
    "confirm_password_reset_code": f"{_FORMS}.ConfirmResetForm",
    "reauthenticate": f"{_FORMS}.PasswordAgainForm",
    "add_email": f"{_FORMS}.ChangeAddressForm",
    "change_password": f"{_FORMS}.ChangePasswordForm",
    "set_password": f"{_FORMS}.SetPasswordForm",
}
MFA_FORMS = {
    "authenticate": f"{_FORMS}.CodeForm",
    "reauthenticate": f"{_FORMS}.CodeAgainForm",
    "activate_totp": f"{_FORMS}.ActivateAppForm",
    "authenticate_webauthn": f"{_FORMS}.PasskeyForm",
    "reauthenticate_webauthn": f"{_FORMS}.PasskeyAgainForm",
    "login_webauthn": f"{_FORMS}.PasskeySignInForm",
    "add_webauthn": f"{_FORMS}.AddPasskeyForm",
    "edit_webauthn": f"{_FORMS}.RenamePasskeyForm",
}
