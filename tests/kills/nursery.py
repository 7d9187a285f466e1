"""`python -m tests.kills.nursery MODULE`: loads a module once, then runs it in a process of its own for each line that comes in.

A line is JSON: the words that the module's command line would have, and a named pipe for what it says. The nursery says the number of the
process, and once that has ended how it did. It has nothing open that the process could share: each opens its project by itself.
"""

import json
import os
import runpy
import sys
import traceback
from importlib import import_module


def run(module: str, words: list[str], pipe: str) -> None:
    """Be the process: `python -m MODULE WORDS`, which says what it says into the pipe."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(pipe, os.O_WRONLY), 1)
    sys.argv[1:] = words
    del sys.modules[module]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def main(module: str) -> None:
    """Answer until no line comes in any more."""
    import_module(module)
    for line in sys.stdin:
        words, pipe = json.loads(line)
        process = os.fork()
        if process == 0:
            code = 1
            try:
                run(module, words, pipe)
                code = 0
            finally:
                # It must not come back to this loop, whatever happens.
                if code:
                    traceback.print_exc()
                sys.stdout.flush()
                os._exit(code)
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
