"""The door for other devices of the network: the address of this machine there, and its code."""

from __future__ import annotations

import ipaddress
import socket
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box
from cardgen.cards.codes import CodeSpec, drawn, qr_rows
from cardgen.engine import svg_values


class Guests(NamedTuple):
    """Other devices, which come in by an address of this machine, and may edit if `edits`."""

    host: str
    edits: bool = False


_NOWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): no packet is sent to learn how one would leave."""
_QUIET = 4


def network_address(chosen: str = "") -> str:
    """Return the address of this machine in its network, or that which was chosen.

    Raises CardgenError where there is none, and for one that the whole world could reach."""
    address = chosen or _address_to_leave_by()
    try:
        is_private = ipaddress.IPv4Address(address).is_private
    except ValueError:
        raise _failed(f'"{address}" is no address', "write such as 192.168.1.7") from None
    if not is_private:
        raise _failed(
            f"{address} is no address of a home or office network",
            "name one with --address, such as 192.168.1.7",
        )
    return address


def _address_to_leave_by() -> str:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_NOWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        raise _failed(
            "this machine is in no network", "connect it, or name its address with --address"
        ) from None


def _failed(sentence: str, remedy: str) -> CardgenError:
    return CardgenError(Finding("preview-failed", sentence, remedy))


def code_of(address: str) -> str:
    """Return the SVG of the QR code that leads to an address."""
    rows = qr_rows(address, "M")
    side = len(rows) + 2 * _QUIET
    spec = CodeSpec(Box(0, 0, side, side), "#000000", "#FFFFFF", _QUIET)
    svg = drawn(0, rows, spec, 1.0, 1.0)
    return f'<svg xmlns="{svg_values.SVG[1:-1]}" viewBox="0 0 {side} {side}">{svg}</svg>'
