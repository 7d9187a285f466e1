"""Remarks on rough times: published measurements of such plans have a larger spread than the range of all."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.sizing.calibration.serving_calibration import CROWD, KNOWN_SYSTEM, SEEN, UNSEEN, serving_calibrations
from gpudesk.sizing.gpus.boards import Board

_CONTEXT = "sizing"
_STEP, _FIRST = "step", "first"
_REASONS = {
    (_STEP, "trtllm", "deepseek_v3"): QT_TRANSLATE_NOOP(
        "sizing",
        (
            "The published times fall into two groups that differ by a factor of 1.5 to 1.7; which of them used "
            "speculative decoding is not published."
        ),
    ),
    (_STEP, "trtllm", "gpt_oss"): QT_TRANSLATE_NOOP(
        "sizing",
        "B200 multiplies MXFP4 in FP4; H200 first unpacks it to 16 bits. Constants of one GPU are off by a factor "
        "of up to 1.5 on the other.",
    ),
    (_STEP, "trtllm", "qwen3"): QT_TRANSLATE_NOOP(
        "sizing",
        "The published times on GB200 (release candidates) are up to seven times longer than those on H100; the reason is not known.",
    ),
    (_FIRST, "sglang", "deepseek_v3"): QT_TRANSLATE_NOOP(
        "sizing", "Many of the published times to first token include seconds of kernel compilation for the first requests."
    ),
    (_FIRST, "sglang", "qwen3_moe"): QT_TRANSLATE_NOOP(
        "sizing",
        "In four of 13 published points, the first token comes only after the prompts of all requests; their load is not published.",
    ),
    (_FIRST, "trtllm", "llama"): QT_TRANSLATE_NOOP(
        "sizing",
        "Published times to first token with equal prompts and concurrency differ by a factor of up to five; the batching settings "
        "of the runs are not published.",
    ),
    (_FIRST, "vllm", "qwen3_moe"): QT_TRANSLATE_NOOP(
        "sizing",
        "In the published runs with several groups of GPUs, requests waited for other requests to finish; their limit of concurrent "
        "sequences is not published.",
    ),
}
"""Why, where that is known."""


def rough_times(provenance: str, engine: str, title: str, family: str, board: Board) -> list[Message]:
    """Remarks on the times of a plan with a program and a model; none for plans that were measured here.

    Args:
        provenance: the properties that the plan shares with measurements.
        title: of the program.
    """
    if provenance not in (SEEN, KNOWN_SYSTEM, UNSEEN):
        return []
    known, messages = serving_calibrations(), []
    texts = {
        _STEP: QT_TRANSLATE_NOOP(
            "sizing", "Rough time per token: {percent} of the measurements of {program} with {family} models are in the usual range."
        ),
        _FIRST: QT_TRANSLATE_NOOP(
            "sizing",
            "Rough time to the first token: {percent} of the measurements of {program} with {family} models are in the usual range.",
        ),
    }
    for name, calibration in ((_STEP, known.step), (_FIRST, known.first)):
        share = calibration.rough.get((provenance, engine, family))
        if share is None:
            continue
        messages.append(Message(_CONTEXT, texts[name], {"program": title, "family": family, "percent": f"{100 * share:.0f} %"}))
        reason = _REASONS.get((name, engine, family))
        if reason is not None:
            messages.append(Message(_CONTEXT, reason))
    maker = board.key.partition(".")[0]
    # The constants of a measured GPU are those of the one family whose rows are published.
    if maker in known.step.by_maker and (provenance == UNSEEN or family != "llama"):
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "Rough times: serving was measured on one GPU of this manufacturer only (MI300X with vLLM, Llama 3.1 in FP8, whole batches).",
        )
        messages.append(Message(_CONTEXT, text))
    return messages


def rough_crowds(provenance: str, requests: float) -> list[Message]:
    """Remarks on the times of a plan with more concurrent requests than most measurements; none for plans that were measured here.

    Args:
        provenance: the properties that the plan shares with measurements.
        requests: at once on one copy of the model.
    """
    if requests <= CROWD or provenance not in (SEEN, KNOWN_SYSTEM, UNSEEN):
        return []
    known, messages = serving_calibrations(), []
    texts = (
        (
            known.step,
            QT_TRANSLATE_NOOP(
                "sizing",
                "Rough time per token: {percent} of the measurements with more than {count} concurrent {count|request|requests} are in the "
                "usual range.",
            ),
        ),
        (
            known.first,
            QT_TRANSLATE_NOOP(
                "sizing",
                "Rough time to the first token: {percent} of the measurements with more than {count} concurrent "
                "{count|request|requests} are in the usual range.",
            ),
        ),
    )
    for calibration, text in texts:
        share = calibration.rough_crowded.get(provenance)
        if share is not None:
            messages.append(Message(_CONTEXT, text, {"count": CROWD, "percent": f"{100 * share:.0f} %"}))
    if messages:
        reason = QT_TRANSLATE_NOOP(
            "sizing", "How many of these requests ran at once, and how many waited, is not published with the measurements."
        )
        messages.append(Message(_CONTEXT, reason))
    return messages
