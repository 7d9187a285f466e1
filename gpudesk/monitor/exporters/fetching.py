"""Reads one page from the network: http and https only, no redirects, limited in time and size, can be stopped anytime."""

import base64
import http.client
import ipaddress
import os
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Scalar

TIMEOUT_S = 5.0
Socket = TypeVar("Socket", bound=socket.socket)
_CONTEXT = "monitor"
_CHUNK = 65_536
_SHOWN = 120
_STOPPED = QT_TRANSLATE_NOOP("monitor", "It was stopped.")
_ELSEWHERE = QT_TRANSLATE_NOOP("monitor", "It redirects to another address: {address}. Use that one.")
_WHO = QT_TRANSLATE_NOOP("monitor", "It requires authentication (HTTP {status}).")
_LARGE = QT_TRANSLATE_NOOP("monitor", "Its response is larger than {most} MiB.")
_SHORT = QT_TRANSLATE_NOOP("monitor", "Its response was truncated.")
_LATE = QT_TRANSLATE_NOOP("monitor", "No response in {seconds} s.")
_NOBODY = QT_TRANSLATE_NOOP("monitor", "The connection was refused.")
_UNKNOWN = QT_TRANSLATE_NOOP("monitor", "Its host name cannot be resolved.")
_REFUSED = QT_TRANSLATE_NOOP("monitor", "It responds with HTTP {status}: {text}")
_FAILED = QT_TRANSLATE_NOOP("monitor", "It responds with HTTP {status}.")
_OTHER = QT_TRANSLATE_NOOP("monitor", "It cannot be reached: {text}.")


class NotHeard(DeskError):
    """No response, or an unexpected one. The message contains no secrets."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """Access credentials. They are kept only in memory and never printed.

    Attributes:
        token: sent as bearer token if set; otherwise name and password are sent.
    """

    token: str = field(default="", repr=False)
    name: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    def header(self) -> str:
        """The value of the header `Authorization`."""
        if self.token:
            return f"Bearer {self.token}"
        return "Basic " + base64.b64encode(f"{self.name}:{self.password}".encode()).decode("ascii")


TOKEN, NAME, PASSWORD = "GPUDESK_PROMETHEUS_TOKEN", "GPUDESK_PROMETHEUS_USER", "GPUDESK_PROMETHEUS_PASSWORD"
"""The environment variables that hold them."""


def credentials_of_environment() -> Credentials | None:
    """Return the credentials in the user's environment variables, None if not set.

    Raises:
        InvalidData: a value contains characters not allowed in a header.
    """
    variables = [os.environ.get(name, "").strip() for name in (TOKEN, NAME, PASSWORD)]
    if not variables[0] and not variables[1]:
        return None
    if any(not text.isprintable() for text in variables):
        words = QT_TRANSLATE_NOOP("monitor", "{variables} contain characters that cannot be sent.")
        raise InvalidData(Message(_CONTEXT, words, {"variables": f"{TOKEN}, {NAME}, {PASSWORD}"}))
    return Credentials(*variables)


def address(text: str, *, port: int | None = None, path: str = "") -> str:
    """Return a complete http or https address from user input.

    Args:
        port: default for a host without a scheme.
        path: default path.

    Raises:
        InvalidData: it is not a valid address, or it contains a name or a password, which would be displayed.
    """
    written = text.strip()
    bare = "://" not in written
    try:
        parts = urlsplit(f"http://{written}" if bare else written)
        named, number = parts.hostname, parts.port
    except ValueError:
        parts, named, number = SplitResult("", "", "", "", ""), None, None
    whole = named is not None and written.isprintable() and " " not in written
    if parts.scheme not in {"http", "https"} or not whole or parts.fragment:
        words = QT_TRANSLATE_NOOP("monitor", "{text} is not an http or https address.")
        fix = QT_TRANSLATE_NOOP("monitor", "Write it as http://host:9400/metrics.")
        raise InvalidData(Message(_CONTEXT, words, {"text": written[:_SHOWN]}), Message(_CONTEXT, fix))
    if parts.username is not None or parts.password is not None:
        words = QT_TRANSLATE_NOOP("monitor", "The address of {host} contains a user name or a password.")
        fix = QT_TRANSLATE_NOOP("monitor", "Set them in {variables}.")
        values = {"variables": f"{TOKEN}, {NAME}, {PASSWORD}"}
        raise InvalidData(Message(_CONTEXT, words, {"host": named or ""}), Message(_CONTEXT, fix, values))
    place = parts.netloc
    if bare and number is None and port is not None:
        place = f"{place.rstrip(':')}:{port}"
    return parts._replace(netloc=place, path=parts.path if parts.path not in {"", "/"} else path).geturl()


def is_this_machine(url: str) -> bool:
    """Return whether data sent there stays on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Fetcher:
    """Reads pages in sequence from one thread; any thread may stop it, which ends any wait immediately."""

    def __init__(self, timeout_s: float = TIMEOUT_S, most_bytes: int = 16 * 2**20) -> None:
        self._timeout_s = timeout_s
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._end_s = 0.0
        self._stopped = False

    def fetch(self, url: str, credentials: Credentials | None = None) -> bytes:
        """The body of a page.

        Raises:
            NotHeard: why it could not be had.
        """
        parts = urlsplit(url)
        self._end_s = time.monotonic() + self._timeout_s
        # Not urllib: it would follow redirects, take proxies from the environment, and bound each wait instead of the whole.
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port)
        try:
            connection.sock = self._connected(parts)
            return self._body(connection, parts, credentials)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NotHeard(self._why(error)) from error
        finally:
            with self._lock:
                waiting, self._socket = self._socket, None
            connection.close()
            if waiting is not None:
                waiting.close()

    def _connected(self, parts: SplitResult) -> socket.socket:
        secure = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        failed: OSError = ConnectionRefusedError()
        for family, kind, protocol, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            plain = self._held(socket.socket(family, kind, protocol))
            try:
                plain.connect(place)
            except OSError as error:
                failed = error
                plain.close()
                continue
            if not secure:
                return plain
            context = ssl.create_default_context()
            wrapped = self._held(context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False))
            wrapped.do_handshake()
            return wrapped
        raise failed

    def _held(self, made: Socket) -> Socket:
        """Return the same, registered so that another thread can stop it."""
        with self._lock:
            self._socket = made
            if self._stopped:
                raise NotHeard(_told(_STOPPED))
        made.settimeout(max(0.001, self._end_s - time.monotonic()))
        return made

    def _body(self, connection: http.client.HTTPConnection, parts: SplitResult, credentials: Credentials | None) -> bytes:
        headers = {"Accept": "text/plain;version=0.0.4, application/json", "Accept-Encoding": "identity", "Connection": "close"}
        headers["User-Agent"] = "gpudesk"
        if credentials is not None:
            headers["Authorization"] = credentials.header()
        connection.request("GET", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", headers=headers)
        answer = connection.getresponse()
        if 300 <= answer.status < 400:
            raise NotHeard(_told(_ELSEWHERE, address=_plain(answer.headers.get("Location", ""))))
        if answer.status in {401, 403}:
            raise NotHeard(_told(_WHO, status=answer.status))
        body = bytearray()
        while chunk := answer.read1(_CHUNK):
            body += chunk
            if len(body) > self._most_bytes:
                raise NotHeard(_told(_LARGE, most=self._most_bytes // 2**20))
            if time.monotonic() > self._end_s:
                raise TimeoutError
        if answer.length:
            raise http.client.IncompleteRead(bytes(body))
        if answer.status != 200:
            raise NotHeard(_refusal(answer.status, bytes(body)))
        return bytes(body)

    def _why(self, error: Exception) -> Message:
        if self._stopped:
            return _told(_STOPPED)
        if isinstance(error, TimeoutError) or time.monotonic() > self._end_s:
            return _told(_LATE, seconds=f"{self._timeout_s:g}")
        if isinstance(error, ConnectionRefusedError):
            return _told(_NOBODY)
        if isinstance(error, socket.gaierror):
            return _told(_UNKNOWN)
        if isinstance(error, http.client.IncompleteRead):
            return _told(_SHORT)
        return _said(error)

    def late(self) -> None:
        """Stop a request that exceeded its time limit: a server that sends slowly keeps every single wait short."""
        with self._lock:
            if self._socket is not None and time.monotonic() > self._end_s:
                _shut(self._socket)

    def stop(self) -> None:
        """Stop the current read; nothing is read afterward."""
        with self._lock:
            self._stopped = True
            if self._socket is not None:
                _shut(self._socket)


def _shut(waiting: socket.socket) -> None:
    try:
        # Not the method of an encrypted socket, which the reading thread still uses.
        socket.socket.shutdown(waiting, socket.SHUT_RDWR)
    except OSError:
        # It has ended by itself meanwhile.
        return


def _refusal(status: int, body: bytes) -> Message:
    plain_text = _plain(body[:400].decode("utf-8", "replace"))
    return _told(_REFUSED, status=status, text=plain_text) if plain_text else _told(_FAILED, status=status)


def _told(words: str, **values: Scalar) -> Message:
    return Message(_CONTEXT, words, values)


def _said(error: Exception) -> Message:
    """Return the system's own error text."""
    return _told(_OTHER, text=_plain(error) or type(error).__name__)


def _plain(what: object) -> str:
    """One short line without anything that a terminal would obey."""
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(what)).split())
    return text[:_SHOWN]
