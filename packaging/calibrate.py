"""Fit the constants of sizing to the published measurements in `resources/calibration`, and write them next to those.

python packaging/calibrate.py
"""

import sys
from pathlib import Path

import yaml

from gpudesk.sizing.calibration.amd_serving import with_amd
from gpudesk.sizing.calibration.collective_calibration import calibrate_collectives
from gpudesk.sizing.calibration.decode_calibration import calibrate_decode
from gpudesk.sizing.calibration.serving_calibration import calibrate
from gpudesk.sizing.calibration.step_calibration import calibrate_steps

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "calibration"
_HEAD = """# Constants of the time of one serving step, fitted to serving.csv by packaging/calibrate.py: change the measurements instead.
# step: of one token of every running sequence; first: of the time to the first token.
# constants: factors on ideal times. intervals: factors between which nine of ten measurements lie that the fit did not see.
# kinds: by what a plan has in common with the points, the same of a program and a family of models of which fewer than 80 % lie in the
# factors of all; never narrower than those. Of TensorRT-LLM with DeepSeek the points do not say whether tokens are guessed ahead: they lie
# in two bands, 1.5 to 1.7 times apart. First tokens of Llama in it differ by batching settings that the points do not say. Those that
# something else than the work delayed, such as compiling, are not fitted.
# Of models and boards that were not measured no range of a step is narrower than 1/1.5 to 1.5.
# rough: kinds of which fewer than 80 % lie in the factors of nine in ten of all, with their share; those on measured boards are rough on
# others too; delayed ones count here.
# crowded: the least range for more than 128 requests at once on one copy of a model; rough_crowded: the share of points with as many that
# lie in the factors of all. Both only where that is fewer than 80 %.
# padded: what was measured with kernels that fill up the rows of each expert. ahead: of engines that process prompts first, the share of
# prompts of others that goes before a first token in the release and load of most points, of exactly and shared.
# by_maker: of GPUs of a maker of which one was measured (fitted to serving_amd.csv, like its line in by_system), for the others.
# by_system, exactly, shared: the constants, in the same order, of boards and programs, of models and formats there, and there with so many
# GPUs a layer; each drawn towards the wider group.
"""
_DECODE_HEAD = """# Constants of the time of a token in llama.cpp and Transformers, fitted to llamacpp.csv and transformers.csv by
# packaging/calibrate.py. By program, then by kind of memory (llama.cpp) or bits of a weight (Transformers).
# weights, cache, copies: factors on the ideal time of reading them; layers_us, hops_us: microseconds for each.
# intervals, prompt_range: factors between which nine of ten measurements lie that the fit did not see.
# prompt_share: of the board's rate that prompts go with.
"""
_TRAINING_HEAD = """# Constants of the time of a step of training, fitted to training_steps.csv by packaging/calibrate.py.
# One part for each recipe of resources/sizing/training_steps.yaml.
# constants: factors on ideal times, of layers and routing in microseconds.
# intervals: factors between which nine of ten measurements lie that the fit did not see.
# by_system, exactly: logarithms of what the fit is off by on boards in a format, and with a model there.
"""
_COLLECTIVES_HEAD = """# How fast groups of GPUs carry out operations, fitted to collectives.csv by packaging/calibrate.py.
# lines: board, operation, GPUs of one system, start in microseconds, bus bandwidth in GB/s, sharpness.
# intervals: factors on times between which nine of ten measurements lie, of sizes that the fit did not see and of boards without a line.
"""


def main() -> int:
    """Write the files; returns the exit code."""
    text = yaml.safe_dump(with_amd(calibrate()), sort_keys=False, width=150, default_flow_style=None)
    (FOLDER / "serving.yaml").write_text(_HEAD + text, encoding="utf-8")
    text = yaml.safe_dump(calibrate_decode(), sort_keys=False, width=150, default_flow_style=None)
    (FOLDER / "decode.yaml").write_text(_DECODE_HEAD + text, encoding="utf-8")
    text = yaml.safe_dump(calibrate_steps(), sort_keys=False, width=150, default_flow_style=None)
    (FOLDER / "training_steps.yaml").write_text(_TRAINING_HEAD + text, encoding="utf-8")
    text = yaml.safe_dump(calibrate_collectives(), sort_keys=False, width=150, default_flow_style=None)
    (FOLDER / "collectives.yaml").write_text(_COLLECTIVES_HEAD + text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
