"""Text as it is pasted: encodings, colors, keys."""

import json
from pathlib import Path

import pytest

from gpudesk.formats.hosts.kernel_log import kernel_log_of
from gpudesk.formats.runs.run_log_file import read_text
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.tables import csv_bytes, tables_of
from gpudesk.formats.text.pasted_text import MASK, decoded
from gpudesk.monitor.host.host_processes import command_of


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
        ("vllm serve m --api-key first second3 --port 1", f"vllm serve m --api-key {MASK} {MASK} --port 1"),
        ("vllm serve m --api-key first 'sec ond' third | tee a.log", f"vllm serve m --api-key {MASK} {MASK} {MASK} | tee a.log"),
        (
            "python -m vllm.entrypoints.openai.api_server --api-key=a b && ls",
            f"python -m vllm.entrypoints.openai.api_server --api-key={MASK} {MASK} && ls",
        ),
        ("set --api-key secretkey for the server", f"set --api-key {MASK} for the server"),
        ("token hf_abcdefghij1234 here", f"token hf_{MASK} here"),
        ("OPENAI_API_KEY: 'sk-123'", f"OPENAI_API_KEY: {MASK}"),
        ("non-default args: {'api_key': ['s3cret'], 'port': 1}", f"non-default args: {{'api_key': {MASK}], 'port': 1}}"),
        ("NGC_CLI_API_KEY=abcd", f"NGC_CLI_API_KEY={MASK}"),
        ("docker login nvcr.io -u '$oauthtoken' -p abcd1234 x", f"docker login nvcr.io -u '$oauthtoken' -p {MASK} x"),
        ("key nvapi-abcdefghij-_12", f"key nvapi-{MASK}"),
        ("sk-proj-abcdefghijklmnop1234", f"sk-{MASK}"),
        ("http://admin:pw1@node:9400/metrics", f"http://admin:{MASK}@node:9400/metrics"),
        ('{"Authorization": "Bearer abc.def"}', f'{{"Authorization": "Bearer {MASK}"}}'),
        ("Authorization: Basic dXNlcjpw", f"Authorization: Basic {MASK}"),
        ("AWS_SECRET_ACCESS_KEY=abc/def", f"AWS_SECRET_ACCESS_KEY={MASK}"),
        ('sh -c "vllm --api-key \\"abc\\" x"', f'sh -c "vllm --api-key {MASK} {MASK}"'),
        ("--hf-token abc --max-num-batched-tokens 8192", f"--hf-token {MASK} --max-num-batched-tokens 8192"),
        ("https://node:9400/metrics eos_token=2", "https://node:9400/metrics eos_token=2"),
        ("asset SK-HYNIX12345678", "asset SK-HYNIX12345678"),
        ("tokens 1200 tokenizer=x", "tokens 1200 tokenizer=x"),
        ("--max-tokens 400", "--max-tokens 400"),
    ],
)
def test_keys_are_masked(text: str, shown: str) -> None:
    assert decoded(text.encode()) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("wandb_api_key=abcdefgh1234", f"wandb_api_key={MASK}"),
        ("{'hf_token': 'abcdefgh1234'}", f"{{'hf_token': {MASK}}}"),
        ("x-auth-token: abcdefgh1234", f"x-auth-token: {MASK}"),
        ("api_key=['abcdefgh1234', 'zyxwvu9876']", f"api_key={MASK}]"),
        ("git clone https://abcdefgh1234XYZW@host/x", f"git clone https://{MASK}@host/x"),
        ("id AKIAIOSFODNN7EXAMPLE", f"id AKIA{MASK}"),
        ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEFghi", f"jwt eyJ{MASK}"),
        ("sshpass -p abcdefgh1234 ssh n1", f"sshpass -p {MASK} ssh n1"),
        ("ipmitool -H bmc -U admin -P abcdefgh1234 sdr", f"ipmitool -H bmc -U admin -P {MASK} sdr"),
        ("curl -k -u admin:abcdefgh1234 https://bmc", f"curl -k -u admin:{MASK} https://bmc"),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\nYWJj\n-----END OPENSSH PRIVATE KEY-----\nx",
            f"-----BEGIN OPENSSH PRIVATE KEY-----\n{MASK}\n{MASK}\n-----END OPENSSH PRIVATE KEY-----\nx",
        ),
        ("-----BEGIN RSA PRIVATE KEY-----\nb3BlbnNz", f"-----BEGIN RSA PRIVATE KEY-----\n{MASK}"),
        ("eos_token=</s>, max_num_batched_tokens=8192, https://host/a@b", "eos_token=</s>, max_num_batched_tokens=8192, https://host/a@b"),
    ],
)
def test_keys_in_other_words_are_masked_and_what_is_none_stays(text: str, shown: str) -> None:
    assert decoded(text.encode()) == shown


def test_keys_are_masked_wherever_a_text_is_kept_or_shown(tmp_path: Path) -> None:
    """Each reader of texts gives a key masked: of logs, journals, listings, command lines, notes and faults of lists."""
    key, shown = "hf_abcdefghij1234567890", f"hf_{MASK}"
    log = tmp_path / "vllm.log"
    log.write_text(f"vllm serve --api-key s3cretkey {key}\n", encoding="utf-16")
    assert read_text(log) == f"vllm serve --api-key {MASK} {shown}\n"
    line = f"NVRM: Xid (PCI:0000:4f:00): 48, pid=1, name=run {key}"
    for message in (line, list(line.encode())):
        entry = json.dumps({"__REALTIME_TIMESTAMP": "1767225598500000", "MESSAGE": message, "_TRANSPORT": "kernel"})
        (found,) = kernel_log_of(decoded(entry.encode()), "journal").errors
        assert (key in found.error.text, shown in found.error.text) == (False, True)
    process = tmp_path / "7"
    process.mkdir()
    (process / "cmdline").write_bytes(b"vllm\0serve\0--api-key\0s3cretkey\0")
    assert command_of(tmp_path, 7) == f"vllm serve --api-key {MASK}"
    rows = [["Rack", "Device", "Status", "Notes"], ["A1", "n1", key, f"login {key}"]]
    listed = read_device_list(tables_of(csv_bytes(rows), "list.csv"), "uid")
    assert listed.records[0].values["notes"] == f"login {shown}"
    assert [(key in fault.plain(), shown in fault.plain()) for fault in listed.faults] == [(False, True)]
