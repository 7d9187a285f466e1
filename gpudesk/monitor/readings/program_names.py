"""Program names from command lines: arguments, which may contain passwords, keys and paths, are omitted."""

import re
from pathlib import PurePosixPath

_INTERPRETER = re.compile(r"(?:python|pypy|perl|ruby|node|bash|sh|zsh|dash|lua|Rscript)[\d.]*\Z")
_WITH_VALUE = frozenset(["-W", "-X"])
"""Python options followed by a value."""
_BARE = re.compile(r"-[bBdEiIOPqsSuvx]+\Z")
"""Python options without a value. After any other option nothing more is read: it may be code, or a secret."""
_NAME = re.compile(r"[\w.+-]{1,80}\Z")
_LONGEST = 80


def program_name(command: str) -> str:
    """The name of the program that a command line starts, without its folder; of an interpreter with the script or module behind it.

    "/usr/bin/python3 -u /srv/train.py --token X" is "python3 train.py", "python -m vllm.entrypoints.api_server" is
    "python -m vllm.entrypoints.api_server", and "python -c CODE" is "python".
    """
    words = command.split()
    if not words:
        return ""
    name = _base(words[0])
    if _INTERPRETER.match(name) is None:
        return name
    rest = iter(words[1:])
    for word in rest:
        if word in _WITH_VALUE:
            next(rest, "")
        elif word == "-m":
            module = next(rest, "")
            return f"{name} -m {module}" if _NAME.match(module) else name
        elif not word.startswith("-"):
            return f"{name} {_base(word)}" if _NAME.match(_base(word)) else name
        elif _BARE.match(word) is None:
            return name
    return name


def _base(word: str) -> str:
    return (PurePosixPath(word.rstrip(":")).name or word)[:_LONGEST]
