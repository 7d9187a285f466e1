"""Hosts with exporters that are not there: each a page of values on loopback, made up here, with the faults that a network has."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.patience import PATIENCE_S

GPUS = 8
OLD_NAMES = {
    "busy": "DCGM_FI_DEV_GPU_UTIL",
    "power": "DCGM_FI_DEV_POWER_USAGE",
    "temperature": "DCGM_FI_DEV_GPU_TEMP",
    "xid": "DCGM_FI_DEV_XID_ERRORS",
    "tensor": "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
    "driver": "DCGM_FI_DRIVER_VERSION",
    "host": "Hostname",
}
NEW_NAMES = {
    "busy": "DCGM_FI_DEV_GPU_UTIL_RATIO",
    "power": "DCGM_FI_DEV_BOARD_POWER_WATTS",
    "temperature": "DCGM_FI_DEV_GPU_TEMP_CELSIUS",
    "xid": "DCGM_FI_DEV_XID_ERROR",
    "tensor": "DCGM_FI_PROF_TENSOR_UTIL_RATIO",
    "driver": "DCGM_FI_SYSTEM_DRIVER_VERSION",
    "host": "hostname",
}


def uuid(host: int, gpu: int) -> str:
    """The UUID of a GPU of a host."""
    return f"GPU-{host:08x}-0000-4000-8000-{gpu:012x}"


def page(host: int, at: int, names: dict[str, str] | None = None, gpus: int = GPUS, xid: int = 0) -> str:
    """What a host gives at its `at`-th moment: each GPU at 100 + at W, its energy growing by a hundred joules a moment.

    Args:
        xid: of the first GPU.
    """
    called = names if names is not None else OLD_NAMES
    rows: list[str] = []

    def told(name: str, value: Callable[[int], object]) -> None:
        rows.append(f"# HELP {name} made up\n# TYPE {name} gauge")
        for gpu in range(gpus):
            labels = (
                f'gpu="{gpu}",UUID="{uuid(host, gpu)}",pci_bus_id="00000000:{gpu + 16:02X}:00.0",device="nvidia{gpu}",'
                f'modelName="NVIDIA H100 80GB HBM3",{called["host"]}="node-{host:02d}",{called["driver"]}="580.95.05"'
            )
            rows.append(f"{name}{{{labels}}} {value(gpu)}")

    told(called["busy"], lambda gpu: min(100, 10 * gpu + at % 10))
    told(called["power"], lambda gpu: 100 + at + gpu / 10)
    told(called["temperature"], lambda gpu: 40 + gpu)
    told("DCGM_FI_DEV_MEMORY_TEMP", lambda gpu: 9223372036854775794)
    told("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", lambda gpu: 5_000_000_000 + 100_000 * at)
    told("DCGM_FI_DEV_FB_FREE", lambda gpu: 41_000 - gpu)
    told("DCGM_FI_DEV_FB_USED", lambda gpu: 40_000 + gpu)
    told("DCGM_FI_DEV_FB_RESERVED", lambda gpu: 559)
    told(called["xid"], lambda gpu: 0 if gpu else xid)
    told(called["tensor"], lambda gpu: 0.25)
    return "\n".join(rows) + "\n"


class Hosts:
    """Pages by path, served by threads; what each gives can be changed while it runs.

    Attributes:
        url: of the server; a host's page is `url + "/3"`.
        asked: how often each path was asked for.
        heads: the headers of the last question to each path.
    """

    def __init__(self) -> None:
        self.pages: dict[str, Callable[[], bytes]] = {}
        self.moves: dict[str, str] = {}
        self.slow_s: dict[str, float] = {}
        self.drips: set[str] = set()
        self.asked: dict[str, int] = {}
        self.heads: dict[str, dict[str, str]] = {}
        self.ended = threading.Event()
        self._lock = threading.Lock()
        hosts = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                hosts.answer(self)

            def log_message(self, *_: object) -> None:
                return

        class Server(ThreadingHTTPServer):
            request_queue_size = 128
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                # The client has gone, as happens with a slow page.
                return

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, one: BaseHTTPRequestHandler) -> None:
        path = one.path.partition("?")[0]
        with self._lock:
            self.asked[path] = self.asked.get(path, 0) + 1
            self.heads[path] = {name.lower(): told for name, told in one.headers.items()}
        self.ended.wait(self.slow_s.get(path, 0.0))
        if path in self.moves:
            one.send_response(302)
            one.send_header("Location", self.moves[path])
            one.end_headers()
            return
        page = self.pages.get(path)
        body = page() if page is not None else b"no such page\n"
        one.send_response(200 if page is not None else 404)
        one.send_header("Content-Length", str(len(body)))
        one.end_headers()
        if path in self.drips:
            for at in range(len(body)):
                one.wfile.write(body[at : at + 1])
                if self.ended.wait(0.05):
                    return
        one.wfile.write(body)

    def show(self, host: int | str, body: str | bytes | Callable[[], bytes]) -> str:
        """Let a path give this from now on; returns its address."""
        path = f"/{host}"
        if callable(body):
            self.pages[path] = body
        else:
            made = body if isinstance(body, bytes) else body.encode()
            self.pages[path] = lambda: made
        return self.url + path


@contextmanager
def serving() -> Iterator[Hosts]:
    """A server that ends with all its threads."""
    hosts = Hosts()
    thread = threading.Thread(target=hosts.server.serve_forever, kwargs={"poll_interval": 0.05}, name="made-up-hosts")
    thread.start()
    try:
        yield hosts
    finally:
        hosts.ended.set()
        hosts.server.shutdown()
        thread.join()
        hosts.server.server_close()


class HandClock:
    """Clocks that go on when a test says so."""

    def __init__(self) -> None:
        self._now_s = 1000.0
        self._waiting = 0
        self._changed = threading.Condition()

    def mono_s(self) -> float:
        with self._changed:
            return self._now_s

    def wall_s(self) -> float:
        return self.mono_s() + 1.7e9

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        with self._changed:
            end_s = self._now_s + seconds
            self._waiting += 1
            self._changed.notify_all()
            while self._now_s < end_s and not stop.is_set():
                self._changed.wait(0.02)
            self._waiting -= 1
        return stop.is_set()

    def advance(self, seconds: float) -> None:
        with self._changed:
            # A thread that does not wait yet would count from the later moment.
            assert self._changed.wait_for(lambda: self._waiting > 0, PATIENCE_S), "nobody waits"
            self._now_s += seconds
            self._changed.notify_all()
