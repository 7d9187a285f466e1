"""A real Prometheus on loopback, with its data in a folder of the test."""

import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.patience import PATIENCE_S, until

INTERVAL_S = 0.5


def prometheus_program() -> str | None:
    """The program, where it is installed."""
    return shutil.which("prometheus")


@contextmanager
def collecting(pages: Sequence[str], folder: Path) -> Iterator[str]:
    """A server that collects these pages twice a second, as long as the context lasts; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = folder / "prometheus.yml"
    places = [urlsplit(page) for page in pages]
    targets = "".join(
        f"      - targets: ['{place.netloc}']\n        labels: {{__metrics_path__: '{place.path}', instance: 'host{at}:9400'}}\n"
        for at, place in enumerate(places)
    )
    config.write_text(
        f"global:\n  scrape_interval: {round(INTERVAL_S * 1000)}ms\n  scrape_timeout: {round(INTERVAL_S * 1000)}ms\n"
        f"scrape_configs:\n  - job_name: gpus\n    static_configs:\n{targets}",
        encoding="utf-8",
    )
    command = [
        prometheus_program() or "prometheus",
        f"--config.file={config}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address=127.0.0.1:{port}",
        "--log.level=warn",
    ]
    log = folder / "prometheus.log"
    with log.open("wb") as written:
        server = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT, cwd=folder)
        try:
            until(lambda: _is_ready(server, f"http://127.0.0.1:{port}/-/ready", log))
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _is_ready(server: subprocess.Popen[bytes], url: str, log: Path) -> bool:
    if server.poll() is not None:
        raise RuntimeError(f"Prometheus ended: {log.read_text(encoding='utf-8')}")
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            return int(answer.status) == 200
    except (OSError, urllib.error.URLError):
        return False
