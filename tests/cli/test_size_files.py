"""The command that sizes: mixtures of GGUF, and models that lie in files."""

from pathlib import Path

from gpudesk.core.models.model_families import read_architecture
from tests.cli.conftest import Run
from tests.formats import model_makers as make


def test_a_mixture_of_gguf_is_a_format(run: Run) -> None:
    told = run("size", "--model", "llama-3.1-8b", "--precision", "Q4_K_M", "--gpu", "L40S").out
    assert "4.6 GiB in GGUF Q4_K_M" in told
    assert "fits" in told


def test_a_gguf_file_is_sized_as_it_lies_there_or_as_asked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    path.write_bytes(make.gguf())
    assert "GGUF as stored, mostly Q4_K" in run("size", "--model", str(path), "--gpu", "L40S").out
    assert "in BF16" in run("size", "--model", str(path), "--gpu", "L40S", "--precision", "bf16").out


def test_a_folder_with_safetensors_is_sized_by_its_bytes(run: Run, tmp_path: Path) -> None:
    folder = make.folder_of(tmp_path / "mine")
    told = run("size", "--model", str(folder), "--gpu", "L40S", "--json").json
    assert told["model"]["weights_bytes"] == 2 * read_architecture("", make.CONFIG).parameters


def test_a_file_cut_short_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    path.write_bytes(make.gguf()[:-3000])
    done = run("size", "--model", str(path))
    assert done.code != 0
    assert "is truncated or damaged" in done.err
