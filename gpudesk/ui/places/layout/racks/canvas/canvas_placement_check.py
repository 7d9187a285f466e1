"""Whether objects fit at trial positions: the placement check of the canvas, on its snapshot."""

from collections.abc import Sequence

import numpy as np

from gpudesk.derived.racks.device_placement import Verdict, judge
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import Candidate, KindSource


def judge_on(snapshot: Snapshot, kind_of: KindSource, candidates: Sequence[Candidate]) -> tuple[Verdict, ...]:
    """The verdict on each of `candidates`, which all leave their places at once; a type that is not known fits nowhere."""
    moving = np.array([moved.device_id for moved in candidates if moved.device_id is not None], np.int64)
    verdicts: list[Verdict] = []
    for candidate in candidates:
        kind = kind_of(candidate.type_key)
        if kind is None or not snapshot["rack"].has(candidate.spot.rack_id):
            continue
        verdicts.append(judge(snapshot["device"], snapshot["rack"], snapshot["reservation"], snapshot.types, kind, candidate.spot, moving))
    return tuple(verdicts)
