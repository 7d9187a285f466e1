"""The entry of the frozen program."""

import multiprocessing
import os
import sys
from pathlib import Path

if __name__ == "__main__":
    # First, because a spawned process starts here too and must not become a second application.
    multiprocessing.freeze_support()
    if not Path("/etc/fonts/fonts.conf").exists():
        # Qt says what it thinks of a machine without any font configuration; ours names the font we bring.
        os.environ.setdefault("FONTCONFIG_FILE", str(Path(__file__).resolve().parent / "fonts.conf"))
    from gpudesk.cli import main

    sys.exit(main())
