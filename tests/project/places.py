"""Folders that cannot be written and disks that are small, made for one test."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NO_MOUNTS = "file systems cannot be mounted here"
"""The reason of a skip, named in tests/allowed_skips.txt."""


def _mounted(*arguments: str) -> bool:
    return os.geteuid() == 0 and subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode == 0


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """`folder` while nothing in it can be written: mounted read-only, or for an ordinary user by its permissions."""
    if os.geteuid() != 0:
        folder.chmod(0o555)
        try:
            yield folder
        finally:
            folder.chmod(0o755)
        return
    if not _mounted("--bind", str(folder), str(folder)):
        pytest.skip(NO_MOUNTS)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
        yield folder
    finally:
        _unmount(folder)


@contextmanager
def small_disk(folder: Path, size_bytes: int) -> Iterator[Path]:
    """`folder` as a disk of its own."""
    if not _mounted("-t", "tmpfs", "-o", f"size={size_bytes}", "gpudesk-test", str(folder)):
        pytest.skip(NO_MOUNTS)
    try:
        yield folder
    finally:
        _unmount(folder)


def fill_up(folder: Path, leave_bytes: int = 0) -> Path:
    """A file that takes all room of a small disk but some bytes."""
    filler = folder / "filler"
    found = os.statvfs(folder)
    filler.write_bytes(bytes(max(0, found.f_bavail * found.f_frsize - leave_bytes)))
    return filler
