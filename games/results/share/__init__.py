"""What people take away of a game: a link, a picture for messengers, a printed sheet, a QR code."""
