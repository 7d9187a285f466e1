"""`python -m tests.end_to_end.eye`: for each line on standard input a picture of the whole screen goes into the file of that name."""

import sys

from PySide6.QtGui import QGuiApplication


def main() -> None:
    """Take pictures until the input ends."""
    application = QGuiApplication([])
    for line in sys.stdin:
        application.processEvents()
        application.primaryScreen().grabWindow(0).save(line.strip())
        sys.stdout.write("seen\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
