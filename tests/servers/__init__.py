"""Real servers for tests: each one private, on a free port, in a temporary folder, gone afterwards."""

from tests.servers.nginx import NginxServer
from tests.servers.postgres import PostgresServer
from tests.servers.programs import MissingProgramError, Program, missing_programs
from tests.servers.redis import RedisServer

__all__ = [
    "MissingProgramError",
    "NginxServer",
    "PostgresServer",
    "Program",
    "RedisServer",
    "missing_programs",
]
