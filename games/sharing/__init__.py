"""What people take away of a game: a picture for messengers, a printed sheet, a QR code.

Only drawing happens here, from plain contents in the language of the moment; games.web.share says what is shown
to whom.
"""
