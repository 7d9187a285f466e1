"""Remarks on training plans whose memory or time is rough: measurements of such plans are missing, or far from what is calculated."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.sizing.calibration.step_calibration import UNSEEN
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.training.training_tables import rough_training
from gpudesk.sizing.training.training_workload import TrainingWorkload

_CONTEXT = "sizing"
_MEASURED_MAKER = "nvidia"
_SHARDED_WEIGHTS, _SHARDED_GRADIENTS = 3, 2
"""ZeRO stages."""


def rough_memory(work: TrainingWorkload, data: int, zero: int) -> list[Message]:
    """A remark on the memory of adapters whose frozen model is sharded over several GPUs.

    Args:
        data: copies of the model or of its shards; zero: the ZeRO stage.
    """
    if not work.is_whole or data == 1 or zero < _SHARDED_WEIGHTS:
        return []
    text = QT_TRANSLATE_NOOP(
        "sizing",
        "Rough memory: all published runs with adapters on a sharded model (FSDP) used PyTorch 2.4, which holds gradients of layer "
        "inputs until the end of the backward pass. Other releases may need less.",
    )
    return [Message(_CONTEXT, text)]


def rough_steps(work: TrainingWorkload, board: Board, zero: int, cut: int, provenance: str) -> list[Message]:
    """Remarks on the time of a step.

    Args:
        zero: the ZeRO stage.
        cut: GPUs that share layers or sequences.
        provenance: the properties that the plan shares with measurements.
    """
    messages = []
    if zero >= _SHARDED_GRADIENTS and work.adapter is None and (cut > 1 or work.model.experts):
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "Rough time: no published step combines ZeRO 2 or 3 (FSDP) with tensor or context parallelism or with experts. The constants "
            "are those of Megatron steps, in which each replica holds all of its weights.",
        )
        messages.append(Message(_CONTEXT, text))
    maker = board.key.partition(".")[0]
    if provenance == UNSEEN and maker != _MEASURED_MAKER:
        published = rough_training().makers.get(maker)
        if published is None:
            text = QT_TRANSLATE_NOOP("sizing", "Rough time: no training step was measured on a GPU of this manufacturer.")
            messages.append(Message(_CONTEXT, text))
        else:
            steps, median, most = published
            text = QT_TRANSLATE_NOOP(
                "sizing",
                "Rough time: the constants are those of other manufacturers. {count} published {count|step|steps} on GPUs of this one "
                "{count|differs|differ} from the calculated time by {median} in the median and {most} at most.",
            )
            messages.append(Message(_CONTEXT, text, {"count": steps, "median": f"{100 * median:.0f} %", "most": f"{100 * most:.0f} %"}))
    return messages
