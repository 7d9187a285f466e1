"""Plot data as a table: for each GPU and time the values of some metrics, empty without a reading."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import numpy as np

from gpudesk.monitor.health.clock_reasons import reasons_in
from gpudesk.monitor.readings.history import History
from gpudesk.monitor.readings.metrics import metrics

Cell = str | float | None


def plot_rows(
    history: History, gpus: Sequence[tuple[str, str]], keys: Sequence[str], since_s: float, until_s: float
) -> Iterator[list[Cell]]:
    """Return the rows of a table, header first; times in UTC.

    If times are stored as minimum and maximum of several seconds, each metric has two columns.

    Args:
        gpus: their UUIDs and names.
        keys: keys of the metrics; `clock_reasons` is written as text.
        since_s, until_s: seconds since 1970.
    """
    plotted_keys = [key for key in keys if key in metrics()]
    curves = {(uuid, key): history.curve(uuid, key, since_s, until_s) for uuid, _ in gpus for key in plotted_keys}
    as_spans = {key for (_, key), (_, low, high) in curves.items() if not np.array_equal(low, high, equal_nan=True)}
    coarse = as_spans - {"clock_reasons"}
    head: list[Cell] = ["Time", "GPU", "UUID"]
    for key in plotted_keys:
        metric = metrics()[key]
        title = f"{metric.title} [{metric.unit}]" if metric.unit else metric.title
        head += [f"{title} least", f"{title} most"] if key in coarse else [title]
    yield head
    for uuid, name in gpus:
        cells_at: dict[float, list[Cell]] = {}
        width = len(head) - 3
        column = 0
        for key in plotted_keys:
            times, low, high = curves[uuid, key]
            for at_s, least, most in zip(times.tolist(), low.tolist(), high.tolist(), strict=True):
                if not since_s <= at_s <= until_s or np.isnan(most):
                    continue
                cells = cells_at.setdefault(at_s, [None] * width)
                if key == "clock_reasons":
                    cells[column] = ", ".join(reason.title for reason in reasons_in(most))
                elif key in coarse:
                    cells[column : column + 2] = [least, most]
                else:
                    cells[column] = most
            column += 1 + (key in coarse)
        for at_s in sorted(cells_at):
            moment = datetime.fromtimestamp(at_s, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            yield [moment, name, uuid, *cells_at[at_s]]
