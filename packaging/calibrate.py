"""Fit the constants of sizing to the published measurements in `resources/calibration`, and write them beside those.

python packaging/calibrate.py
"""

import sys
from pathlib import Path

import yaml

from gpudesk.sizing.serving_calibration import calibrate

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "calibration"
_HEAD = """# Constants of the time of one serving step, fitted to serving.csv by packaging/calibrate.py: change the measurements instead.
# step: of one token of every running sequence; first: of the time to the first token.
# constants: factors on ideal times. intervals: factors between which nine of ten measurements lie that the fit did not see.
# by_system, exactly, shared: logarithms of what the fit is off by on boards and programs, on models and formats there, and there with
# so many GPUs a layer.
"""


def main() -> int:
    """Write the file; returns the exit code."""
    text = yaml.safe_dump(calibrate(), sort_keys=False, width=150, default_flow_style=None)
    (FOLDER / "serving.yaml").write_text(_HEAD + text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
