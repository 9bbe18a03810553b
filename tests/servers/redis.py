"""A private Redis without persistence, as production may use it: nothing in it is the truth."""

from collections.abc import Sequence

from redis import Redis
from redis.exceptions import RedisError

from tests.servers.programs import Program
from tests.servers.server import Server


class RedisServer(Server):
    name = "redis"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str]:
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "save": "",
            "appendonly": "no",
            "dir": str(self.folder),
        }
        return [
            str(Program.REDIS.find()),
            *(part for key, value in options.items() for part in (f"--{key}", value)),
        ]

    def answers(self) -> bool:
        client = Redis(port=self.port, socket_timeout=1)
        try:
            return bool(client.ping())
        except RedisError:
            return False
        finally:
            client.close()
