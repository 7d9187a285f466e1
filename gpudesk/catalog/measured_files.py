"""Measurements made at this site: one file per plan, in a user folder that program updates do not change."""

from pathlib import Path
from typing import Any

from gpudesk import locate
from gpudesk.catalog.models import model_entries
from gpudesk.core.estimates.measured import MEMORY, TIMES, Measured, Pair, sensible
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.writing import replacement_stream
from gpudesk.store.store_errors import as_store_errors

_CONTEXT = "sizing"
_MOST_BYTES = 64 * 1024
_MOST_FILES = 2000
_TEXTS = ("model", "gpu", "program", "form", "date", "source")
_kept: dict[tuple[tuple[str, int, int], ...], tuple[Measured, ...]] = {}


def measured_dir() -> Path:
    """The folder; it may not exist yet."""
    return locate.user_data_dir() / "measured"


def measured_stamp() -> tuple[tuple[str, int, int], ...]:
    """Fingerprint of the stored measurements: names, times and lengths of the files; changes if one is stored or deleted."""
    try:
        files = sorted(path for path in measured_dir().iterdir() if path.suffix == ".yaml")[:_MOST_FILES]
        return tuple((path.name, (stat := path.stat()).st_mtime_ns, stat.st_size) for path in files)
    except OSError:
        return ()


def load_measured() -> tuple[Measured, ...]:
    """Everything that is kept, by its key. A file that makes no sense is passed over: it corrects nothing."""
    stamp = measured_stamp()
    if stamp not in _kept:
        folder = measured_dir()
        measurements = [measurement for name, _, _ in stamp if (measurement := _read(folder / name)) is not None]
        _kept.clear()
        _kept[stamp] = tuple(measurements)
    return _kept[stamp]


def keep_measured(measurement: Measured) -> Path:
    """Store a measurement; values of an earlier one of the same plan that this one does not contain are kept.

    The residual of a memory peak is not kept if the memory terms change.

    Raises:
        StoreError: the folder cannot be written.
    """
    import yaml

    before = next((earlier for earlier in load_measured() if earlier.key == measurement.key), None)
    earlier_gib = dict(before.gib) if before else {}
    by_peak = measurement.by_peak
    if before is not None and before.by_peak and not by_peak and measurement.gib:
        # It was what the terms as they were then left over: with other terms it would count a difference twice.
        earlier_gib.pop("other", None)
    elif before is not None and not measurement.gib:
        by_peak = before.by_peak
    gib = {**earlier_gib, **measurement.gib}
    seconds = {**(before.seconds if before else {}), **measurement.seconds}
    body: dict[str, Any] = {name: getattr(measurement, name) for name in _TEXTS}
    body |= {"tensor": measurement.tensor, "pipeline": measurement.pipeline, "groups": measurement.groups, "by_peak": by_peak}
    for name, pairs in (("gib", gib), ("seconds", seconds)):
        body[name] = {key: {"predicted": float(pair.predicted), "measured": float(pair.measured)} for key, pair in pairs.items()}
    path = measured_dir() / f"{measurement.key}.yaml"
    with as_store_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement_stream(path) as file:
            file.write(yaml.safe_dump(body, sort_keys=False, allow_unicode=True).encode())
    return path


def forget_measured(key: str) -> None:
    """Forget a measurement.

    Raises:
        Refused: nothing is kept under that key.
        StoreError: the file cannot be removed.
    """
    if key not in {measurement.key for measurement in load_measured()}:
        text = QT_TRANSLATE_NOOP("sizing", "Nothing is saved as {key}.")
        raise Refused(Message(_CONTEXT, text, {"key": key}))
    path = measured_dir() / f"{key}.yaml"
    with as_store_errors(path):
        path.unlink()


def _read(path: Path) -> Measured | None:
    import yaml

    try:
        if path.stat().st_size > _MOST_BYTES:
            return None
        body = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        texts = {name: str(body[name])[:500] for name in _TEXTS}
        if "groups" not in body and int(body["tensor"]) == 1 and _has_experts(texts["model"]):
            return None
        measurement = Measured(
            **texts,
            tensor=int(body["tensor"]),
            pipeline=int(body["pipeline"]),
            groups=int(body.get("groups", 1)),
            # Files of older releases name what watched alone.
            by_peak=bool(body.get("by_peak", texts["source"].startswith("monitor, "))),
            gib=_pairs(body.get("gib"), MEMORY),
            seconds=_pairs(body.get("seconds"), TIMES),
        )
    except (OSError, yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError):
        return None
    return measurement if min(measurement.tensor, measurement.pipeline, measurement.groups) > 0 and path.stem == measurement.key else None


def _has_experts(model: str) -> bool:
    """Whether GPUs may have shared the experts of a model: files from older releases do not contain the number of groups."""
    entry = model_entries().get(model)
    return entry is not None and entry.architecture.experts > 0


def _pairs(body: Any, names: tuple[str, ...]) -> dict[str, Pair]:
    pairs = {name: Pair(float(row["predicted"]), float(row["measured"])) for name, row in (body or {}).items() if name in names}
    return {name: pair for name, pair in pairs.items() if sensible(pair)}
