"""Text as it is pasted: encodings, colors, keys."""

import pytest

from gpudesk.formats.pasted_text import MASK, decoded


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings(encoding: str) -> None:
    assert decoded("GPU größer\r\nzwei Zeilen von Text\r".encode(encoding)) == "GPU größer\nzwei Zeilen von Text\n"


def test_colors_are_left_out() -> None:
    assert decoded(b"\x1b[31mGPU\x1b[0m 1") == "GPU 1"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("HF_TOKEN=hf_abcdefghij1234", f"HF_TOKEN={MASK}"),
        ("curl -H 'Authorization: Bearer abc.def'", f"curl -H 'Authorization: Bearer {MASK}'"),
        ("vllm serve m --api-key s3cret --port 1", f"vllm serve m --api-key {MASK} --port 1"),
        ('--api-key="two words" x', f"--api-key={MASK} x"),
        ("token hf_abcdefghij1234 here", f"token hf_{MASK} here"),
        ("OPENAI_API_KEY: 'sk-123'", f"OPENAI_API_KEY: {MASK}"),
        ("tokens 1200 tokenizer=x", "tokens 1200 tokenizer=x"),
        ("--max-tokens 400", "--max-tokens 400"),
    ],
)
def test_keys_are_masked(text: str, shown: str) -> None:
    assert decoded(text.encode()) == shown
