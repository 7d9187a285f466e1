"""Text as pasted and saved by users: any Unicode encoding, terminal colors, quoted lines, secret keys."""

import re

MASK = "•••"
MOST_BYTES = 64 << 20
"""Nothing that is pasted or read as text is larger."""
_COLORS = re.compile(r"\x1b\[[0-9;?]{0,40}[A-Za-z]|\x1b[()][A-Z0-9]|\x1b\][^\x07\x1b\n]{0,200}\x07")
_VALUE = r"""(?:\[[^\]\n]{1,400}(?=\])|[\[(]?\s?(?:\\?"[^"\n]{1,400}"|\\?'[^'\n]{1,400}'|[^\s"',;\])]{1,400}))"""
"""A token or a quoted text, optionally the first of a list."""
_SECRETS = re.compile(
    rf"""
    \b(hf_|nvapi-|ghp_|gho_|github_pat_|glpat-|xox[abp]-)[A-Za-z0-9_\-]{{8,400}}          # Hugging Face, NVIDIA, GitHub, GitLab, Slack
    |\b(sk-)[A-Za-z0-9_\-]{{16,400}}                                                       # OpenAI and what speaks like it
    |(?i:(--(?:api[_-]?key|[a-z_-]{{0,20}}token|password|secret)(?:=|\s{{1,4}})))(?:{_VALUE})
    |(?i:(\b(?:x[_-])?api[_-]?key["']?\s{{0,2}}[=:]\s{{0,2}}|\bpass(?:word|wd)["']?\s{{0,2}}[=:]\s{{0,2}}))(?:{_VALUE})
    |(\b[A-Z][A-Z0-9_]{{0,40}}(?:TOKEN|API_KEY|SECRET|PASSWORD|ACCESS_KEY)["']?\s{{0,2}}[=:]\s{{0,2}})(?:{_VALUE})
    |(?i:(\bAuthorization["']?\s{{0,2}}[:=]\s{{0,2}}["']?(?:Bearer|Basic|Token)\s{{1,2}}))[^\s"']{{1,4000}}
    |(\bdocker\s{{1,4}}login\b[^\n]{{0,200}}?\s-p\s{{1,4}})(?:{_VALUE})                       # also of nvcr.io, whose user is $oauthtoken
    |(\b[a-z][a-z0-9+.\-]{{1,20}}://[^\s/:@]{{0,100}}:)[^\s/@]{{1,200}}(?=@)
    |(\b[a-z][a-z0-9+.\-]{{1,20}}://)[^\s/:@]{{16,200}}(?=@)                                # a token in the place of the user
    |(?i:(\b(?:[a-z0-9]{{1,20}}[_-])?(?:(?:hf|hub|auth|access|api|bearer|refresh|session|bot)[_-]token|api[_-]?key|secret[_-]key)
        ["']?\s{{0,2}}[=:]\s{{0,2}}))(?:{_VALUE})
    |\b(AKIA|ASIA)[0-9A-Z]{{16}}\b                                                         # Amazon
    |\b(eyJ)[A-Za-z0-9_\-]{{8,2000}}\.[A-Za-z0-9_\-]{{8,2000}}(?:\.[A-Za-z0-9_\-]{{4,2000}})?   # a web token of JSON
    |(\bsshpass\s{{1,4}}-p\s{{0,4}}|\bipmitool\b[^\n]{{0,200}}?\s-P\s{{1,4}})(?:{_VALUE})
    |(\bcurl\b[^\n]{{0,200}}?\s(?:-u|--user)\s{{1,4}}["']?[^\s:"']{{1,100}}:)[^\s"']{{1,200}}
    """,
    re.VERBOSE,
)
_SEVERAL = re.compile(rf"(?i:(--api[_-]?key(?:=|\s{{1,4}}){_VALUE}))((?:[ \t]{{1,4}}(?![-|;&<>#\\]){_VALUE}){{1,64}})")
"""Several keys behind one option, as `vllm serve` takes them: up to the next option or the end of the command."""
_ONE = re.compile(rf"[ \t]{{1,4}}({_VALUE})")
_SERVES = ("vllm", "api_server")
_LIKELY = re.compile(
    r"hf_|nvapi-|sk-|gh[po]_|github_pat_|glpat-|xox[abp]-|api[_-]?key|--[a-z_-]{0,20}(?:token|password|secret)"
    r"|akia|asia|eyj|sshpass|ipmitool|curl\b|secret[_-]key"
    r"|(?:token|secret|pass(?:word|wd)|access_key)[\"']?\s{0,2}[=:]|authorization|docker\s{1,4}login|://[^\s/]{0,300}@"
)
"""Present in the lowercase text of every line with a key; the pattern above is slow, and most lines have none."""
_MARKS = (
    "hf_",
    "nvapi-",
    "sk-",
    "ghp_",
    "gho_",
    "github_pat_",
    "glpat-",
    "xox",
    "key",
    "token",
    "passw",
    "secret",
    "authoriz",
    "login",
    "://",
    "sshpass",
    "akia",
    "asia",
    "eyj",
    "ipmitool",
    "curl",
)
"""Each likely match contains one of these."""


_BLOCK = re.compile(
    r"(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)([^-]{0,20000})(-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)",
)
_QUOTE = re.compile(r"^>[ ]?", re.MULTILINE)
_HOST = re.compile(r"([a-z][\w.-]{0,63}): ")
"""As pdsh, clush and parallel-ssh print it."""
_NO_HOSTS = frozenset({"kernel", "info", "warning", "error", "debug", "data", "nvidia-smi", "dcgmi", "docker", "bash", "sh", "zsh"})
"""What begins lines of logs and messages as well."""
_HEAD = 1 << 16
_LOOKED_AT = 200


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 and UTF-32 by their mark or, without one, by their zeros; without colors; keys masked.

    Characters that are none are replaced; line breaks become \\n.
    """
    text = _unicode(content)
    if "\x1b" in text:
        text = _COLORS.sub("", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return masked(unwrapped(text))


def unquoted(line: str) -> str:
    """A line without the mark that a mail sets before it."""
    return line[2:] if line.startswith("> ") else line.removeprefix(">")


def unwrapped(text: str) -> str:
    """Return the text without line prefixes of an email, a forum or a multi-host tool.

    That is "> ", the same number of spaces, or the name of one host ("node-3: ").
    """
    head = [line for line in text[:_HEAD].split("\n")[:_LOOKED_AT] if line.strip()]
    if sum(line.startswith(">") for line in head) * 2 > len(head):
        return _QUOTE.sub("", text)
    if head and all(line.startswith(" ") for line in head):
        return _dedented(text)
    host = _HOST.match(head[0]) if len(head) > 1 else None
    if host is None or host[1] in _NO_HOSTS or not all(f"{line} ".startswith(host[0]) for line in head[:-1]):
        return text
    last = _HOST.match(head[-1])
    if last is not None and last[1] != host[1]:
        # Two lines of two hosts; only a last line without a host is what a terminal added.
        return text
    return "\n".join(line.removeprefix(host[0]) for line in text.replace(f"\n{host[0].rstrip()}\n", "\n\n").split("\n"))


def _dedented(text: str) -> str:
    """The text without the spaces that every line of it begins with."""
    lines = text.split("\n")
    shared = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return "\n".join(line[shared:] for line in lines) if shared else text


def masked(text: str) -> str:
    """The text with the keys and tokens in it made unreadable."""
    small = text.lower()
    for mark in _MARKS:
        if mark in small:
            break
    else:
        return text
    lines = _BLOCK.sub(_without_block, text).split("\n") if "PRIVATE KEY-" in text else text.split("\n")
    # A program prints the same line again and again.
    shown: dict[str, str] = {}
    for at, line in enumerate(lines):
        if line not in shown:
            likely = _LIKELY.search(line.lower()) is not None
            shown[line] = _without_keys(line) if likely else line
        lines[at] = shown[line]
    return "\n".join(lines)


def _without_keys(line: str) -> str:
    """A line in which something may be a key."""
    shown = _SECRETS.sub(lambda secret_match: f"{secret_match[secret_match.lastindex or 0]}{MASK}", line)
    if "key" in (small := shown.lower()) and any(program in small for program in _SERVES):
        shown = _SEVERAL.sub(
            lambda list_match: list_match[1] + _ONE.sub(lambda key: f" {key[1] if MASK in key[1] else MASK}", list_match[2]), shown
        )
    return shown


def _without_block(match: re.Match[str]) -> str:
    """Return a private key with every line made unreadable; the number of lines is unchanged."""
    return match[1] + "\n".join(MASK if line.strip() else line for line in match[2].split("\n")) + match[3]


def is_text(content: bytes) -> bool:
    """Whether the head of a file is text in one of the encodings that are read."""
    return b"\0" not in content[:4096] or encoding_of(content) != "utf-8-sig"


def _unicode(content: bytes) -> str:
    encoding = encoding_of(content)
    if encoding.startswith("utf-16") and len(content) % 2:
        content = content[:-1]
    return content.decode(encoding, "replace").lstrip("\ufeff")


def encoding_of(content: bytes) -> str:
    """Return the encoding of a text from its beginning; UTF-8 by default."""
    if content.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    head = content[:4000]
    # PowerShell of Windows writes UTF-16 without a mark where a file is added to.
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if len(head) >= 16 and odd > len(head) * 0.4 and even == 0:
        return "utf-16-le"
    if len(head) >= 16 and even > len(head) * 0.4 and odd == 0:
        return "utf-16-be"
    return "utf-8-sig"
