"""How often an open project has each type."""

import numpy as np

from gpudesk.project.snapshot import Snapshot


def used_types(snapshot: Snapshot) -> dict[str, int]:
    """Map the key of a type to the number of racks and devices of it, and the number of parts inside those."""
    counts: dict[str, int] = {}
    for table in ("rack", "device"):
        ids, many = np.unique(snapshot[table]["type_id"], return_counts=True)
        for type_id, count in zip(ids.tolist(), many.tolist(), strict=True):
            kind = snapshot.types[type_id]
            counts[kind.key] = counts.get(kind.key, 0) + count
            for part in kind.contains:
                counts[part.key] = counts.get(part.key, 0) + part.count * count
    return counts
