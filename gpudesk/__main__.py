"""`python -m gpudesk` is the command line, as `gpudesk` is."""

import sys

from gpudesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
