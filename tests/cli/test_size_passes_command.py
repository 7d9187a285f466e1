"""gpudesk size for models of pictures and the like, and for work that no model describes."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk.locate import resource
from tests.cli.conftest import Run

NAMES = ("size_passes", "size_generic")
PASSES, GENERIC = (json.loads(resource("schemas", f"{name}.v2.json").read_text(encoding="utf-8")) for name in NAMES)
PICTURE = ("size", "--model", "stable-diffusion-xl", "--task", "serve", "--steps", "30", "--resolution", "1024x1024", "--batch", "1")


def test_a_picture_is_sized(run: Run) -> None:
    body = json.loads(run(*PICTURE, "--json").out)
    jsonschema.validate(body, PASSES)
    assert body["model"]["pipeline"] == "stable-diffusion-xl"
    assert (body["request"]["steps"], body["request"]["resolution"]) == (30, [1024, 1024])
    assert body["fits"]
    told = run(*PICTURE, "--gpu", "RTX 4090").out
    assert "batch of 1 at 1024 × 1024, 30 steps with guidance" in told
    assert "rule of thumb" in told


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("--model", "bert-large-uncased", "--engine", "tensorrt", "--batch", "64", "--input", "177"), "vectors"),
        (("--model", "openai/whisper-large-v3", "--output", "200"), "answers"),
        (("--model", "wan-2.1-14b", "--frames", "33", "--per-s", "0.1"), "pictures"),
    ],
)
def test_other_kinds(run: Run, words: tuple[str, ...], kind: str) -> None:
    body = json.loads(run("size", *words, "--gpu", "H100 SXM5 80 GB", "--json").out)
    jsonschema.validate(body, PASSES)
    assert body["model"]["kind"] == kind
    assert run("size", *words, "--gpu", "H100 SXM5 80 GB").code == 0


def test_work_without_a_model(run: Run) -> None:
    asked = ("size", "--task", "generic", "--flops", "1e18", "--bytes", "1e16", "--memory-gib", "500", "--precision", "fp64")
    body = json.loads(run(*asked, "--deadline-s", "3600", "--json").out)
    jsonschema.validate(body, GENERIC)
    assert body["fits"]
    assert {plan["bound"] for plan in body["plans"]} == {"compute"}
    assert "a rule of thumb" in run(*asked).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--task", "generic"), "needs --flops"),
        (("--task", "generic", "--flops", "1e15", "--precision", "int4"), "fp64-tensor"),
        (("--task", "generic", "--flops", "1e15", "--tpot-ms", "5"), "--tpot-ms cannot be combined with --task"),
        (("--model", "stable-diffusion-xl", "--tpot-ms", "5"), "--tpot-ms cannot be combined with --task"),
        (("--model", "stable-diffusion-xl", "--resolution", "large"), "WIDTHxHEIGHT"),
        (("--model", "llama-3.1-8b", "--resolution", "512x512"), "--resolution cannot be combined with --task"),
        (("--model", "llama-3.1-8b", "--flops", "1e15"), "--flops cannot be combined with --task"),
        ((), "Missing option '--model'"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    found = run("size", *words)
    assert found.code == 2
    assert said in found.err


def test_pictures_and_sound_are_kept_judged_and_built(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "site.gpudesk")
    found = run("size", "--model", "whisper-large-v3", "--per-s", "5", "--gpu", "L40S", "--keep", file, "--as", "Ears")
    assert found.code == 0
    assert f"Saved as Ears in {file}." in found.out
    assert (
        run("size", "--model", "stable-diffusion-xl", "--latency-s", "0.01", "--gpu", "L40S", "--keep", file, "--as", "Pictures").code == 0
    )
    built = json.loads(run("plan", file, "--workload", "Ears", "--json").out)
    assert built["gpu"] == "nvidia.l40s"
    assert built["gpus_needed"] > 1
    told = run("check", file).out
    assert "Pictures: a batch takes" in told
    assert "Ears" not in told
    launched = run("launch", file, "Ears", "docker", str(tmp_path / "out"))
    assert launched.code == 2
    assert "is not a generative language model: no launch format supports it" in launched.err
    assert "H100" in run("size", "--model", "stable-diffusion-xl", "--stock", "2xH100-SXM5-80GB").out


@pytest.mark.parametrize(
    ("limit", "verdict", "fits"),
    [
        ((), "fits", True),
        (("--latency-s", "5"), "may miss", True),
        (("--latency-s", "0.01"), "does not fit", False),
    ],
)
def test_the_json_gives_the_verdict_of_the_text(run: Run, limit: tuple[str, ...], verdict: str, fits: bool) -> None:
    body = json.loads(run(*PICTURE, *limit, "--gpu", "RTX 4090", "--json").out)
    jsonschema.validate(body, PASSES)
    (plan,) = body["plans"]
    assert (plan["verdict"], plan["fits"]) == (verdict, fits)
