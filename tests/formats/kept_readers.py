"""Readers of what the program keeps for a person and of what others answer, for the mutation tests.

    KEPT_READERS      name → name of the file, its bytes, and the reader

A damaged database is refused as a whole in nearly every case. What somebody changed with a good tool is not: here one value is damaged,
and put back as it should be.
"""

import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gpudesk import locate
from gpudesk.catalog import measured_files
from gpudesk.catalog.checklist_template import read_template
from gpudesk.catalog.cost_files import own_cost_folder
from gpudesk.catalog.cost_tables import cost_tables
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.formats.fabric.host_name_list import read_host_names
from gpudesk.formats.models.model_files import quantization_sources
from gpudesk.formats.onsite.book_ends import read_ends
from gpudesk.formats.onsite.exif_time import taken_at
from gpudesk.formats.onsite.photo_size import photo_size
from gpudesk.formats.tables.tables import read_tables
from gpudesk.monitor.exporters import prometheus
from gpudesk.monitor.health.alarm_rules import own_rules, own_rules_file
from gpudesk.monitor.recording.recording_read import Recording
from gpudesk.monitor.verdict.verdict_limits import limits, own_limits_file
from gpudesk.monitor.verdict.verdict_recording import tracks_of_recording
from gpudesk.onsite.record_log import log_ends, log_faults
from gpudesk.operations.onsite.onsite_items import take_checklist_items
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.recover_project import recover
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.run.run import run
from gpudesk.project import versions
from gpudesk.project.document import Document
from gpudesk.project.left_behind import ended_early
from gpudesk.project.project_verification import verified
from gpudesk.sizing.serving.serving_request import Asked, asked_from, asked_text
from gpudesk.sizing.single_pass.pass_request import pass_from
from gpudesk.sizing.training.training_request import training_from
from gpudesk.store.lock import Lock
from tests.formats.model_makers import CONFIG
from tests.formats.test_exif_time import jpeg

KeptReader = tuple[str, Callable[[], bytes], Callable[[Path], object]]

_CHECKLIST = b"""\
sources: {site: The rules of our site}
disabled: [RDY-010]
items:
  - key: OWN-010
    stage: ready
    scope: site
    title: Write the name of the security desk
    title_es: Anote el nombre del puesto de seguridad
    do: Ask for it.
    expression: "m.desk != ''"
    do_es: Pregunte por el nombre.
    accept: It is known
    accept_es: Se conoce
    fields:
      desk: {kind: text, title: Desk, title_es: Puesto}
    sources: [site]
    confidence: memory
"""
_MATRIX = json.dumps(
    {
        "status": "success",
        "data": {
            "resultType": "matrix",
            "result": [
                {"metric": {"__name__": "DCGM_FI_DEV_GPU_UTIL", "gpu": str(gpu)}, "values": [[1.5e9, "97"], [1.5e9 + 1, "96.5"]]}
                for gpu in (0, 1)
            ],
        },
    }
).encode()
_ENDS = json.dumps({"log": {"writers": [{"writer": "0" * 16, "number": 3, "digest": "ab" * 32}]}}).encode()
_QUANTIZED = json.dumps(
    {"quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": "FP8", "group_size": 128, "exclude_modules": ["lm_head"]}}
).encode()
_MEASURED = b"""\
model: llama-3.1-8b
gpu: nvidia.h100
program: vllm
form: bf16
date: 2026-03-01
source: a log
tensor: 1
pipeline: 1
gib: {weights: {predicted: 15.0, measured: 15.2}}
"""
_ALARMS = json.dumps({"temperature": {"number": 90, "hold_s": 10, "on": True}}).encode()
_NOTE = json.dumps({"pid": 1, "path": "/a/b.gpudesk"}).encode()
_HOLDER = json.dumps({"host": "h", "user": "u", "pid": 1, "uid": "u", "inode": 1}).encode()


def _costs(name: str, path: Path) -> object:
    own = own_cost_folder() / name
    own.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, own)
    cost_tables.cache_clear()
    try:
        return cost_tables()
    finally:
        own.unlink()
        cost_tables.cache_clear()


def _at(place: Callable[[], Path], read: Callable[[], object], path: Path) -> object:
    """Read a file at the place where the program keeps it."""
    place().parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, place())
    try:
        return read()
    finally:
        place().unlink(missing_ok=True)


def _measured(path: Path) -> object:
    return measured_files._read(path)


def _checklist(path: Path) -> object:
    own = read_template(path.name, path.read_bytes()).own
    with TemporaryDirectory() as folder, Document.create(Path(folder, "a.gpudesk")) as document:
        return run(document, take_checklist_items, own)


def _answered(path: Path) -> object:
    content = path.read_bytes()
    rows = [(prometheus._labels(row), list(prometheus._points(row))) for row in prometheus._rows(content)]
    return rows, prometheus._result(content, "matrix")


def _photo(path: Path) -> object:
    content = path.read_bytes()
    return photo_size(content), taken_at(content)


def _quantization(path: Path) -> object:
    config = path.with_name("config.json")
    config.write_text(json.dumps(CONFIG), encoding="utf-8")
    return quantization_sources(config, CONFIG)


def _holder(path: Path) -> object:
    project = path.with_name("held.gpudesk")
    shutil.copyfile(path, project.with_name(project.name + ".lock"))
    holder = Lock.holder(project)
    return holder, holder is not None and holder.alive(), Lock.signed_for(project)


def _asked(path: Path) -> object:
    text = path.read_text(encoding="utf-8", errors="replace")
    return asked_from(text), training_from(text), pass_from(text)


@cache
def _site() -> bytes:
    """A rack with a cord, a version, a log and a setting that was said."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "site.gpudesk")
        with Document.create(path) as document:
            run(document, build, load_template("one-rack"))
            run(document, save_version, "before")
            run(document, set_site_value, "released_revision", "C")
        return path.read_bytes()


def _whole(path: Path) -> object:
    """A project with everything that is read of one: the digests, the findings, the versions, the log, the history."""
    with Document.open(path, write=False) as document:
        snapshot = document.snapshot
        for version in document.versions():
            versions.version_snapshot(document, version[0])
        return verified(document), check_all(snapshot), log_faults(snapshot), log_ends(snapshot)


def _continued(path: Path) -> object:
    """A project to which something is written, and undone."""
    with Document.open(path) as document:
        run(document, set_site_value, "released_revision", "D")
        return document.snapshot


def _recovered(path: Path) -> object:
    out = path.with_name("recovered.gpudesk")
    with suppress(FileNotFoundError):
        out.unlink()
    return recover(path, out)


@cache
def _value(sql: str) -> bytes:
    """The first value of a project."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.gpudesk")
        path.write_bytes(_site())
        with closing(sqlite3.connect(path)) as database:
            value = database.execute(sql).fetchone()[0]
    return value if isinstance(value, bytes) else str(value).encode()


def _changed(sql: str, make: Callable[[bytes], Any], path: Path) -> object:
    """A project with one value put in the place of another."""
    project = path.with_name("changed.gpudesk")
    project.write_bytes(_site())
    with closing(sqlite3.connect(project)) as database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute(sql, (make(path.read_bytes()),))
        for _, made in triggers:
            database.execute(made)
        database.commit()
    return _whole(project)


def _as_text(content: bytes) -> str:
    return content.decode("utf-8", "replace").replace("\0", "")


def texts_of_recording(recording: Callable[[], bytes]) -> dict[str, KeptReader]:
    """Readers of the texts and blocks that a recording holds."""

    def changed(table: str, column: str, path: Path) -> object:
        whole = path.with_name("changed.gpurec")
        whole.write_bytes(recording())
        content = path.read_bytes()
        with closing(sqlite3.connect(whole)) as database:
            database.execute(f"UPDATE {table} SET {column} = ?", (content if table == "chunk" else _as_text(content),))
            database.commit()
        return _replayed(whole)

    def first(table: str, column: str) -> bytes:
        with TemporaryDirectory() as folder:
            path = Path(folder, "a.gpurec")
            path.write_bytes(recording())
            with closing(sqlite3.connect(path)) as database:
                value = database.execute(f"SELECT {column} FROM {table}").fetchone()[0]
        return value if isinstance(value, bytes) else str(value).encode()

    return {
        f"recording-{table}": ("part", partial(first, table, "body"), partial(changed, table, "body")) for table in ("machine", "chunk")
    }


def _replayed(path: Path) -> object:
    tracks = tracks_of_recording(path)
    with Recording(path) as recording:
        span = recording.span() or (0.0, 1.0)
        return tracks, recording.machines(), recording.marks(), recording.events(), recording.notes(), recording.running(span[1])


_VERSION = "SELECT dump FROM version"

KEPT_READERS: dict[str, KeptReader] = {
    "host-names": (
        "names.csv",
        lambda: b"device,name\nA01-1,dgx-1\nA01-2,dgx-2\nA01-2,dgx-2\n",
        lambda path: read_host_names(read_tables(path)),
    ),
    "own-checklist": ("own.yaml", lambda: _CHECKLIST, _checklist),
    "own-tariffs": ("tariffs.yaml", lambda: locate.resource("cost", "tariffs.yaml").read_bytes(), partial(_costs, "tariffs.yaml")),
    "own-costs": (
        "assumptions.yaml",
        lambda: locate.resource("cost", "assumptions.yaml").read_bytes(),
        partial(_costs, "assumptions.yaml"),
    ),
    "own-prices": ("systems.yaml", lambda: locate.resource("cost", "systems.yaml").read_bytes(), partial(_costs, "systems.yaml")),
    "own-alarms": ("alarms.json", lambda: _ALARMS, partial(_at, own_rules_file, own_rules)),
    "own-limits": ("verdict.yaml", lambda: b"window_least_s: 900\nwindow_good_s: 3600\n", partial(_at, own_limits_file, limits)),
    "own-measured": ("measured.yaml", lambda: _MEASURED, _measured),
    "note-of-open": ("1.json", lambda: _NOTE, partial(_at, lambda: locate.user_cache_dir() / "open" / "1.json", ended_early)),
    "lock-file": ("lock", lambda: _HOLDER, _holder),
    "asked": ("asked.json", lambda: asked_text(Asked("llama-3.1-8b")).encode(), _asked),
    "photo": ("photo.jpg", lambda: jpeg("<", {0x0132: b"2026:04:02 08:00:00\0"}, {0x9003: b"2026:03:01 09:12:33\0"}) + bytes(400), _photo),
    "prometheus": ("answer.json", lambda: _MATRIX, _answered),
    "book-ends": ("book.json", lambda: _ENDS, read_ends),
    "quantization": ("hf_quant_config.json", lambda: _QUANTIZED, _quantization),
    "project-whole": ("site.gpudesk", _site, _whole),
    "project-written": ("site.gpudesk", _site, _continued),
    "project-recovered": ("site.gpudesk", _site, _recovered),
    "project-type": (
        "type.json",
        lambda: _value("SELECT body FROM catalog_item"),
        partial(_changed, "UPDATE catalog_item SET body = ? WHERE id = 1", _as_text),
    ),
    "project-setting": ("value.json", lambda: b'"C"', partial(_changed, "UPDATE setting SET value = ?", _as_text)),
    "project-title": (
        "title.json",
        lambda: _value("SELECT title FROM undo_step"),
        partial(_changed, "UPDATE undo_step SET title = ?", _as_text),
    ),
    "project-version": (
        "dump.json",
        lambda: zlib.decompress(_value(_VERSION)),
        partial(_changed, "UPDATE version SET dump = ?", zlib.compress),
    ),
}
SLOW_READERS = frozenset(name for name in KEPT_READERS if name.startswith("project-"))
"""Each file of these is a whole project: in every run fewer are read."""
