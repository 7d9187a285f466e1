"""A simulated InfiniBand subnet: ibsim with the subnet manager OpenSM on it, and what `ibnetdiscover` then finds."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_WRAPPER = "umad2sim/libumad2sim.so"
_ROUTED = "ftree tables configured on all switches"
_UP = "SUBNET UP"


def _wrapper() -> Path | None:
    """The library that leads what would go to hardware to ibsim."""
    return next((found for found in Path("/usr/lib").glob(f"*/{_WRAPPER}")), None)


def _tool(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def tools_are_there() -> bool:
    """Whether ibsim, OpenSM and ibnetdiscover are installed."""
    return _wrapper() is not None and all(_tool(name) for name in ("ibsim", "opensm", "ibnetdiscover"))


class Simulated:
    """A running ibsim."""

    def __init__(self, folder: Path, sockets: str) -> None:
        self._folder = folder
        self._environment = {
            **os.environ,
            "IBSIM_SOCKNAME": sockets,
            "LD_PRELOAD": str(_wrapper()),
            "OSM_TMP_DIR": str(folder),
            "OSM_CACHE_DIR": str(folder),
        }

    def run_at(self, node: str) -> None:
        """Run what follows at a node of the file, such as one of another subnet; otherwise it runs at the first one."""
        self._environment["SIM_HOST"] = node

    def routed(self, limit_s: float, engine: str = "ftree") -> str:
        """Let OpenSM bring the subnet up once; returns its log."""
        log = self._folder / "osm.log"
        command = [_tool("opensm") or "", "--routing_engine", engine, "--once", "--erase_log_file", "--log_file", str(log)]
        subprocess.run(command, env=self._environment, capture_output=True, timeout=limit_s, check=True, cwd=self._folder)  # noqa: S603 - a fixed program with arguments of our own
        return log.read_text(encoding="utf-8")

    def discovered(self, limit_s: float) -> Path:
        """The file that `ibnetdiscover` writes."""
        out = self._folder / "discovered.out"
        with out.open("wb") as written:
            command = [_tool("ibnetdiscover") or ""]
            subprocess.run(command, env=self._environment, stdout=written, stderr=subprocess.PIPE, timeout=limit_s, check=True)  # noqa: S603 - a fixed program with arguments of our own
        return out


@contextmanager
def simulated(net: Path, nodes: int, switches: int, ports: int) -> Iterator[Simulated]:
    """ibsim with the fabric of a file, until the block ends.

    Args:
        nodes: room for nodes, switches included; likewise for switches, and for the ports of all.
    """
    sockets = f"gpudesk-{os.getpid()}-{time.monotonic_ns()}"
    room = ["-N", str(nodes), "-S", str(switches), "-P", str(ports)]
    log = net.with_suffix(".log")
    with log.open("wb") as written:
        environment = {**os.environ, "IBSIM_SOCKNAME": sockets}
        command = [_tool("ibsim") or "", "-s", "-n", *room, str(net)]
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=written, stderr=subprocess.STDOUT)  # noqa: S603 - a fixed program with arguments of our own
        try:
            yield Simulated(net.parent, sockets)
        finally:
            process.kill()
            process.wait()


def is_routed(log: str) -> bool:
    """Whether OpenSM says that it routed all switches as a fat tree, without falling back, and that the subnet is up."""
    return _ROUTED in log and _UP in log and "falling back" not in log
