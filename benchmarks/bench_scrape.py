"""One look at a fleet: the pages of 50 hosts with 8 GPUs each, read and asked for over loopback."""

import threading
import time
import tracemalloc
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from benchmarks.figures import Figure, best_s
from gpudesk.formats.hosts.prometheus_text import read_prometheus_text
from gpudesk.monitor.exporters.dcgm import hosts_of
from gpudesk.monitor.exporters.exporters import exporters
from gpudesk.monitor.exporters.following import Following
from gpudesk.monitor.exporters.scrape import DcgmSource
from gpudesk.monitor.readings.reading import Frame

HOSTS, GPUS, VALUES = 50, 8, 24
READ_S = 0.25
"""A quarter of a core where a fleet is looked at every second."""
LOOK_S = 2.0
PATIENCE_S = 30.0


def run() -> list[Figure]:
    """Reading alone, its memory, and a look through the network by the source itself."""
    pages = [_page(host) for host in range(HOSTS)]
    read_s = best_s(lambda: [_read(text, Following()) for text in pages])
    tracemalloc.start()
    kept = [_read(text, Following()) for text in pages]
    grown, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(map(len, kept)) == HOSTS * GPUS  # noqa: S101 - a benchmark checks what it measures
    look_s, busy_s = _look(pages)
    size = sum(map(len, pages))
    return [
        Figure(f"scrape: {HOSTS} pages of {GPUS} GPUs", size / 1e6, "MB"),
        Figure("scrape: reading them", read_s, "s", READ_S),
        Figure("scrape: memory of their readings", grown / 2**20, "MiB", 2),
        Figure("scrape: memory at the most meanwhile", peak / 2**20, "MiB"),
        Figure("scrape: one look through the network (server here too)", look_s, "s", LOOK_S),
        Figure("scrape: processor time of it", busy_s, "s"),
    ]


def _read(text: bytes, following: Following) -> list[Frame]:
    (host,) = hosts_of(read_prometheus_text(text).samples, "host")
    frames, _ = following.take(host, 0.0, 0.0)
    return frames


def _page(host: int) -> bytes:
    names = [name for name in exporters().values if name.startswith("DCGM_")][:VALUES]
    rows = []
    for number, name in enumerate(names):
        rows.append(f"# HELP {name} a value\n# TYPE {name} gauge")
        for gpu in range(GPUS):
            which = f'gpu="{gpu}",UUID="GPU-{host:08x}-0000-4000-8000-{gpu:012x}",pci_bus_id="00000000:{gpu + 16:02X}:00.0"'
            labels = f'{which},device="nvidia{gpu}",modelName="NVIDIA H100 80GB HBM3",Hostname="node-{host}"'
            rows.append(f"{name}{{{labels}}} {number * 10 + gpu}")
    return "\n".join(rows).encode()


def _look(pages: list[bytes]) -> tuple[float, float]:
    """Seconds until every host has answered, and processor time of it, the server's with it."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages[int(self.path[1:])]
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    class Server(ThreadingHTTPServer):
        request_queue_size = 128

    server = Server(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        urls = [f"http://127.0.0.1:{server.server_port}/{host}" for host in range(HOSTS)]
        looks = [_looked(urls) for _ in range(3)]
        return min(took for took, _ in looks), min(busy for _, busy in looks)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _looked(urls: list[str]) -> tuple[float, float]:
    begun_s, busy_s = time.perf_counter(), time.process_time()
    with closing(DcgmSource(urls, every_s=60.0)) as source:
        taken = 0
        while taken < HOSTS * GPUS:
            taken += len(source.take())
            if time.perf_counter() - begun_s > PATIENCE_S:
                raise TimeoutError("not every host answered")
            time.sleep(0.001)
        return time.perf_counter() - begun_s, time.process_time() - busy_s
