"""A library in place of NVIDIA's, compiled from `nvml_library.c`; the real nvidia-ml-py loads it."""

import ctypes
import subprocess
from pathlib import Path

import pynvml

SOURCE = Path(__file__).with_name("nvml_library.c")
NAME = "libnvidia-ml.so.1"


def build(folder: Path, *defines: str) -> Path:
    """Compile it into a folder, under the name by which programs look for the driver."""
    made = folder / NAME
    flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden"]
    subprocess.run(["cc", *flags, *(f"-D{name}" for name in defines), "-o", str(made), str(SOURCE), "-lpthread"], check=True)
    return made


class Machine:
    """What a test can do to the machine that the library pretends to be."""

    def __init__(self, path: Path) -> None:
        self.library = ctypes.CDLL(str(path))
        self.library.desk_use.argtypes = [ctypes.c_int, ctypes.c_ulonglong, ctypes.c_uint]
        self.library.desk_pass.argtypes = [ctypes.c_int, ctypes.c_ulonglong, ctypes.c_ulonglong]
        self.library.desk_process.argtypes = [ctypes.c_int, ctypes.c_uint, ctypes.c_ulonglong, ctypes.c_uint]
        self.library.desk_link.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulonglong]
        self.library.desk_xid.argtypes = [ctypes.c_int, ctypes.c_ulonglong]
        self.library.desk_name.argtypes = [ctypes.c_int, ctypes.c_char_p]
        self.library.desk_calls.restype = ctypes.c_ulonglong

    def put_in_place(self) -> None:
        """Let pynvml use this library, forgetting what it found in another one."""
        pynvml._nvmlGetFunctionPointer_cache.clear()
        pynvml.nvmlLib = self.library
        self.library.desk_reset()

    def take_away(self) -> None:
        """Let pynvml look for the driver again."""
        pynvml._nvmlGetFunctionPointer_cache.clear()
        pynvml.nvmlLib = None

    def use(self, gpu: int, mib: int, busy: int) -> None:
        self.library.desk_use(gpu, mib, busy)

    def run(self, gpu: int, pid: int, mib: int, busy: int = 0) -> None:
        """Let a process hold memory of a GPU; the first takes the place of those that run at the start."""
        self.library.desk_process(gpu, pid, mib, busy)

    def transfer(self, gpu: int, count: int, energy_mj: int) -> None:
        self.library.desk_pass(gpu, count, energy_mj)

    def lose(self, gpu: int) -> None:
        self.library.desk_lose(gpu)

    def find(self, gpu: int) -> None:
        self.library.desk_find(gpu)

    def hang(self, gpu: int, on: bool) -> None:
        """Let every call to a GPU wait until it may go on."""
        self.library.desk_hang(gpu, int(on))

    def hang_start(self, on: bool) -> None:
        """Let the call that starts the driver wait until it may go on."""
        self.library.desk_hang_start(int(on))

    def slow_down(self, gpu: int, us: int) -> None:
        """Let every call to a GPU take so long."""
        self.library.desk_slow(gpu, us)

    def call_it(self, gpu: int, name: bytes) -> None:
        self.library.desk_name(gpu, name)

    def part(self, gpu: int, parts: int) -> None:
        self.library.desk_mig(gpu, parts)

    def forbid(self, gpu: int) -> None:
        self.library.desk_forbid(gpu)

    def count_errors(self, gpu: int, link: int, counter: int, errors: int) -> None:
        """Let an NVLink have counted errors: 0 replays, 1 recoveries, 2 CRC of flits, 4 ECC of data."""
        self.library.desk_link(gpu, link, counter, errors)

    def count_no_errors(self, gpu: int) -> None:
        """Let the links of a GPU count nothing each."""
        self.library.desk_uncounted(gpu)

    def hide_processors(self, gpu: int) -> None:
        """Let the driver not say which processors are near to a GPU."""
        self.library.desk_without_cpus(gpu)

    def share_memory(self, gpu: int) -> None:
        self.library.desk_unified(gpu)

    def make_a_card(self, gpu: int) -> None:
        self.library.desk_consumer(gpu)

    def unload(self, gone: int) -> None:
        """Let the driver be unloaded while it is watched, or loaded again."""
        self.library.desk_unload(gone)

    def keep(self, count: int) -> None:
        self.library.desk_count(count)

    @property
    def calls(self) -> int:
        return int(self.library.desk_calls())
