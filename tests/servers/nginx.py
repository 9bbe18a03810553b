"""A private nginx with the project's own proxy file, on two free ports and with a certificate of its own."""

import datetime
import http.client
import os
import re
import signal
import ssl
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.servers.programs import Program
from tests.servers.server import Server, free_port

# What Debian's nginx.conf says around the site's file, with every path inside a folder of ours.
AROUND = """\
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class NginxServer(Server):
    name = "nginx"

    def __init__(self, *, template: Path, host: str, upstream: str) -> None:
        super().__init__()
        self.plain_port = free_port()
        self._template, self._host, self._upstream = template, host, upstream

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    def prepare(self) -> None:
        key = self.folder / "key.pem"
        write_certificate(host=self._host, certificate=self.certificate, key=key)
        values = {
            "SITE_HOST": self._host,
            "SITE_UPSTREAM": self._upstream,
            "SITE_HTTP": f"127.0.0.1:{self.plain_port}",
            "SITE_HTTPS": f"127.0.0.1:{self.port}",
            "SITE_CERTIFICATE": str(self.certificate),
            "SITE_KEY": str(key),
            "SITE_ACME": str(self.folder / "acme"),
        }
        site = re.sub(r"\$\{(\w+)\}", lambda match: values[match[1]], self._template.read_text())
        (self.folder / "site.conf").write_text(site)
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder))
        if self._account:
            for path in self.folder.iterdir():
                os.chown(path, self._account.pw_uid, self._account.pw_gid)

    def command(self) -> Sequence[str]:
        return [
            str(Program.NGINX.find()),
            *("-e", f"{self.folder}/error.log", "-p", str(self.folder), "-c", f"{self.folder}/nginx.conf"),
        ]

    def serve_from(self, *upstreams: str) -> None:
        """Other web processes from now on, as the runbook says: a line for each, and a reload."""
        site = self.folder / "site.conf"
        lines = "".join(f"    server {upstream};\n" for upstream in upstreams)
        site.write_text(re.sub(r"(    server [\d.:]+;\n)+", lines, site.read_text(), count=1))
        os.kill(self.pid, signal.SIGHUP)

    def connection(self, *, timeout: float = 30) -> http.client.HTTPSConnection:
        """As a browser that was told the site's name connects; only our own certificate is believed."""
        return NamedHTTPSConnection(self._host, self.port, self.certificate, timeout)

    def answers(self) -> bool:
        try:
            connection = self.connection(timeout=1)
            connection.request("GET", "/")
            return connection.getresponse().status > 0
        except OSError:
            return False


class NamedHTTPSConnection(http.client.HTTPSConnection):
    """To this machine, under the name that stands in the certificate."""

    def __init__(self, host: str, port: int, certificate: Path, timeout: float) -> None:
        context = ssl.create_default_context(cafile=certificate)
        super().__init__("127.0.0.1", port, context=context, timeout=timeout)
        self._name, self._trust = host, context

    def connect(self) -> None:
        http.client.HTTPConnection.connect(self)
        self.sock = self._trust.wrap_socket(self.sock, server_hostname=self._name)


def write_certificate(*, host: str, certificate: Path, key: Path) -> None:
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(private, hashes.SHA256())
    )
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
