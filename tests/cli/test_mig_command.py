"""gpudesk mig: jobs, slices, GPUs."""

import json
from pathlib import Path

import jsonschema
import yaml

from gpudesk.locate import resource
from tests.cli.conftest import Run

SCHEMA = json.loads(resource("schemas", "mig.v2.json").read_text(encoding="utf-8"))


def test_jobs_are_put_on_as_few_gpus_as_hold_them(run: Run) -> None:
    body = json.loads(run("mig", "--gpu", "H100 SXM5 80 GB", "--need", "8:5", "--need", "30:2", "--json").out)
    jsonschema.validate(body, SCHEMA)
    assert (body["gpus"], body["optimal"]) == (2, True)
    assert sum(len(gpu) for gpu in body["layouts"]) == 7
    told = run("mig", "--gpu", "H100 SXM5 80 GB", "--need", "8:5", "--need", "30:2").out
    assert "2 × NVIDIA H100 SXM5 80 GB, the minimum:" in told
    assert "3g.40gb@4" in told


def test_models_get_the_smallest_slice_on_which_they_do(run: Run) -> None:
    words = ("mig", "--gpu", "H100 SXM5 80 GB", "--serve", "llama-3.1-8b:fp8:5", "--need", "8:3")
    body = json.loads(run(*words, "--json").out)
    jsonschema.validate(body, SCHEMA)
    by_model = {need["model"]: need for need in body["jobs"]}
    assert by_model["meta-llama/Meta-Llama-3.1-8B"]["profile"] == "1g.20gb", "8.5 GiB of weights and what vLLM takes beside them"
    assert by_model[None]["profile"] == "1g.10gb"
    assert body["gpus"] == 2
    quick = json.loads(run(*words, "--tpot-ms", "6", "--json").out)
    (need,) = [each for each in quick["jobs"] if each["model"]]
    assert need["profile"] in ("3g.40gb", "4g.40gb", "7g.80gb"), "a narrower slice has too little bandwidth"
    assert need["tpot_ms"] <= 6
    assert "ms per token" in run(*words).out


def test_what_makes_no_sense_is_refused(run: Run) -> None:
    assert run("mig", "--gpu", "H100 SXM5 80 GB", "--need", "eight").code == 2
    assert run("mig", "--gpu", "RTX 4090", "--need", "8").code == 3
    assert run("mig", "--gpu", "H100 SXM5 80 GB").code == 2
    assert run("mig", "--gpu", "H100 SXM5 80 GB", "--serve", "llama-3.1-8b:fp8:many").code == 2
    assert "does not fit any MIG slice of" in run("mig", "--gpu", "H100 SXM5 80 GB", "--serve", "llama-3.1-70b").err


def test_the_layouts_go_out_for_mig_parted(run: Run, tmp_path: Path) -> None:
    """Nine jobs of 8 GiB: seven on one GPU, two on the next; the other six of the system stay whole."""
    out = tmp_path / "mig.yaml"
    done = run("mig", "--gpu", "H100", "--need", "8:9", "--out", str(out), "--json")
    assert done.code == 0, done.err
    (row, *more) = yaml.safe_load(out.read_text(encoding="utf-8"))["mig-configs"]["planned-1"]
    rows = [row, *more]
    assert [cut["mig-enabled"] for cut in rows] == [True, True, False]
    assert sorted(at for cut in rows for at in cut["devices"]) == list(range(8))
    assert sum(sum(cut["mig-devices"].values()) * len(cut["devices"]) for cut in rows if cut["mig-enabled"]) == 9
    assert len(done.json["layouts"]) == 2
