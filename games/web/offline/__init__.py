"""What lets the sheet be installed, open without a connection and be sent later; the scripts of it are in
static/js/sheet (worker, outbox, offline).
"""
