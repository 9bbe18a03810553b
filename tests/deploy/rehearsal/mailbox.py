"""A mail server that keeps what it is given: just enough of SMTP for Django to hand over an e-mail."""

import email
import re
import socketserver
import threading
import time
from email.message import EmailMessage
from email.policy import default
from typing import Any, Self


class Mailbox:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        mails = self.mails

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 rehearsal\r\n")
                while word := self.rfile.readline().strip().upper()[:4]:
                    if word == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        lines = iter(self.rfile.readline, b".\r\n")
                        mails.append(email.message_from_bytes(b"".join(lines), policy=default))
                    self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
                    if word == b"QUIT":
                        return

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation)
        self._server.daemon_threads = True

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    def code_for(self, address: str, *, patience: float = 20) -> str:
        """The code in the newest e-mail to the address."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            for mail in reversed(self.mails):
                body = mail.get_body(("plain",))
                if (
                    mail["To"] == address
                    and body
                    and (code := re.search(r"\d{3}-\d{3}-\d{3}", body.get_content()))
                ):
                    return code[0]
            time.sleep(0.05)
        raise AssertionError(f"no code came for {address}")
