"""One edit with its checks, committed, on the generated project; alone and next to a busy Python thread."""

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from benchmarks.figures import Figure, percentile, times_ms
from benchmarks.generated import RACK, SWITCH, SYSTEM_HALF_UNITS, generated_file
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.operations.floor.floor_operations import move_on_floor
from gpudesk.operations.floor.halls import create_rack, delete_objects
from gpudesk.operations.racks.device_operations import move_device, place_device
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import redo, undo
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document

ROUNDS, EDITS_A_ROUND = 3, 100
EDITS = ROUNDS * EDITS_A_ROUND
BUDGET_MS = 8.0
SWITCH_INTERVAL_S = 0.0005
"""What the application sets."""


class Edits:
    """The measured edits; each `number` meets another object."""

    def __init__(self, document: Document) -> None:
        self._document = document
        devices = document.snapshot["device"]
        top = devices["position"] == 4 + 3 * SYSTEM_HALF_UNITS
        step = int(top.sum()) // EDITS
        self._systems: list[int] = devices.ids[top][::step].tolist()
        self._racks: list[int] = devices["rack_id"][top][::step].tolist()
        self._placed: list[int] = []

    def move(self, number: int) -> None:
        """A system goes up by two units, or back."""
        device = self._systems[number % EDITS]
        position = 56 if number < EDITS else 52
        run_operation(self._document, move_device, device, self._racks[number % EDITS], position)

    def move_rack(self, number: int) -> None:
        """A rack goes ahead by a centimeter on the floor, or back."""
        step = 10 if number // EDITS % 2 == 0 else -10
        run_operation(self._document, move_on_floor, [("rack", self._racks[number % EDITS])], 0, step)

    def set_fields(self, number: int) -> None:
        """A system gets a status and a serial number."""
        fields = {"status": 3, "serial": f"S{number:06}"}
        run_operation(self._document, set_fields, "device", self._systems[number % EDITS], fields)

    def rename(self, number: int) -> None:
        """A system gets another name."""
        run_operation(self._document, rename, "device", self._systems[number % EDITS], f"renamed-{number}")

    def rename_rack(self, number: int) -> None:
        """A rack gets another name."""
        run_operation(self._document, rename, "rack", self._racks[number % EDITS], f"rack-{number}")

    def place(self, number: int) -> None:
        """A switch comes into a rack."""
        placed = run_operation(self._document, place_device, SWITCH, self._racks[number % EDITS], 84)
        self._placed.append(placed.result)

    def delete(self, number: int) -> None:
        """One of the new switches goes."""
        run_operation(self._document, delete_objects, "device", [self._placed[number]])

    def add_rack(self, number: int) -> None:
        """A rack comes to the end of a row."""
        rows = self._document.snapshot["rack_row"].ids
        run_operation(self._document, create_rack, RACK, int(rows[number % len(rows)]))

    def undo(self, _: int) -> None:
        """The last step is taken back."""
        undo(self._document)

    def redo(self, _: int) -> None:
        """The step that was taken back is done again."""
        redo(self._document)


def bare_commits_ms(folder: Path) -> list[float]:
    """The milliseconds of one changed row, committed by SQLite alone as the project file does it."""
    connection = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE place (id INTEGER PRIMARY KEY, position INTEGER)")
    connection.executemany("INSERT INTO place VALUES (?, 0)", [(number,) for number in range(EDITS)])

    def commit(number: int) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE place SET position = position + 1 WHERE id = ?", (number,))
        connection.execute("COMMIT")

    found = times_ms(commit, EDITS)
    connection.close()
    return found


def in_rounds(taken_ms: list[float]) -> list[list[float]]:
    """The times of each round."""
    return [taken_ms[start : start + EDITS_A_ROUND] for start in range(0, EDITS, EDITS_A_ROUND)]


def least(rounds: list[list[float]], share: float) -> float:
    """The percentile of the round that was disturbed least."""
    return min(percentile(taken, share) for taken in rounds)


@contextmanager
def busy_thread() -> Iterator[None]:
    """A pure Python thread that never waits, while the interpreter switches threads as often as in the application."""
    stop = Event()

    def spin() -> None:
        count = 0
        while not stop.is_set():
            count += sum(number * number for number in range(1000))

    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    thread = Thread(target=spin)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        sys.setswitchinterval(before)


def run() -> list[Figure]:
    """The percentiles of each kind of edit, of the best of three rounds of a hundred: other programs disturb the rest."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with Document.open(generated_file(folder / "generated.gpudesk")) as document:
            findings_of(document.snapshot)
            bare_ms = least(in_rounds(bare_commits_ms(folder)), 0.95)
            figures = [Figure("a bare commit of the same run: p95", bare_ms, "ms")]
            edits = Edits(document)
            measured: list[tuple[str, Callable[[int], None]]] = [
                ("move_device", edits.move),
                ("undo of a move", edits.undo),
                ("redo of a move", edits.redo),
                ("move_on_floor of a rack", edits.move_rack),
                ("set_fields of a device", edits.set_fields),
                ("rename a device", edits.rename),
                ("rename a rack", edits.rename_rack),
                ("place_device", edits.place),
                ("delete a device", edits.delete),
                ("create_rack", edits.add_rack),
            ]
            for what, body in measured:
                rounds = in_rounds(times_ms(body, EDITS))
                figures.append(Figure(f"{what}, checks and commit: p50", least(rounds, 0.5), "ms"))
                figures.append(Figure(f"{what}, checks and commit: p95", least(rounds, 0.95), "ms", BUDGET_MS + bare_ms))
            with busy_thread():
                beside = in_rounds(times_ms(lambda number: edits.move(EDITS + number), EDITS))
            figures.append(Figure("move_device next to a busy Python thread: p95", least(beside, 0.95), "ms"))
        return figures
