"""Home's data about a project without opening it: its figures, problems and floor, stored when the project is idle."""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from gpudesk import locate
from gpudesk.core.messages.foreign import kept_json
from gpudesk.disk.writing import replacement_stream
from gpudesk.ui.places.home.thumbnails import Thumbnail
from gpudesk.ui.toolkit.session import Session

if TYPE_CHECKING:
    from gpudesk.checks.findings.findings import Findings
    from gpudesk.project.snapshot import Snapshot

REST_MS = 1200
_MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one project; `picture` is None if it has no hall."""

    gpus: int
    racks: int
    power_w: float
    errors: int
    warnings: int
    picture: Thumbnail | None


def summary_of(snapshot: "Snapshot", findings: "Findings | None") -> Summary:
    """The summary of a state; for a reading thread."""
    from gpudesk.derived.totals.totals import project_totals
    from gpudesk.ui.places.home.thumbnails import of_snapshot

    totals = snapshot.cached(project_totals)
    counts = {} if findings is None else {str(severity): count for severity, count in findings.counts().items()}
    power = float(totals.power_w["max"])
    return Summary(totals.gpus, totals.racks, power, counts.get("error", 0), counts.get("warning", 0), of_snapshot(snapshot))


def keep_summary(path: Path, summary: Summary) -> None:
    """Keep the summary of the project at `path`; a disk that does not take it is no harm."""
    body = {name: getattr(summary, name) for name in ("gpus", "racks", "power_w", "errors", "warnings")}
    body["picture"] = None if summary.picture is None else summary.picture.to_plain()
    with suppress(OSError):
        _file(path).parent.mkdir(parents=True, exist_ok=True)
        with replacement_stream(_file(path), durable=False) as file:
            file.write(json.dumps(body).encode())


def kept_summary(path: Path) -> Summary | None:
    """The stored summary of the project at `path`, None if there is none or it is unreadable."""
    try:
        body = kept_json(_file(path).read_text(encoding="utf-8")[:_MOST_BYTES])
        picture = None if body["picture"] is None else Thumbnail.from_plain(body["picture"])
        figures = (int(body["gpus"]), int(body["racks"]), float(body["power_w"]), int(body["errors"]), int(body["warnings"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Summary(*figures, picture)


def forget_summary(path: Path) -> None:
    """Delete the stored summary."""
    with suppress(OSError):
        _file(path).unlink(missing_ok=True)


def _file(path: Path) -> Path:
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:32]
    return locate.user_cache_dir() / "recent" / f"{name}.json"


class SummaryKeeper(QObject):
    """Saves the summary of the open project when it is idle."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._keep)
        for signal in (session.changed, session.refreshed):
            signal.connect(self._keep_later)
        session.closed.connect(self._rest.stop)

    def _keep_later(self) -> None:
        self._rest.start()

    def _keep(self) -> None:
        session = self._session
        if session.document is None or session.jobs.closed:
            return
        path, snapshot, findings = session.document.path.absolute(), session.snapshot, session.findings
        session.jobs.read(lambda _: keep_summary(path, summary_of(snapshot, findings)))
