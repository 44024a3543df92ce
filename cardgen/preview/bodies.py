"""What pages send to the server, read piece by piece and bounded; and what streams tell them."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

_LONGEST_QUESTION = 10_000  # bytes
_LONGEST_HEAD = 200_000  # bytes
_LONGEST_NAME = 300  # characters
MOST_FILES = 2_000


async def body_of(request: Request, longest: int) -> bytes:
    """The bytes of a request. Raises HTTPException for what is longer."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            raise HTTPException(413, "that is too long")
    return bytes(body)


def files_in(listed: object, data: bytes) -> dict[str, bytes]:
    """Files by name, cut out of what was sent: `listed` has the name and the size of each.

    Raises ValueError."""
    if not isinstance(listed, list) or len(listed) > MOST_FILES:
        raise ValueError(f"there are at most {MOST_FILES} files")
    files: dict[str, bytes] = {}
    at = 0
    for entry in listed:
        match entry:
            case [str(name), int(size)] if 0 <= size <= len(data) - at and _is_file_name(name):
                files[name] = data[at : at + size]
                at += size
            case _:
                raise ValueError("that is no file")
    if at != len(data):
        raise ValueError("the files are not as large as they are said to be")
    return files


def head_in(body: bytes) -> tuple[dict[str, Any], bytes]:
    """The mapping in the first line of what was sent, and what comes behind it.

    Raises ValueError."""
    line, _, rest = body.partition(b"\n")
    head = json.loads(line) if len(line) <= _LONGEST_HEAD else None
    if not isinstance(head, dict):
        raise ValueError("that is no question")
    return head, rest


def line_in(head: dict[str, Any], name: str) -> str:
    """A line of text that a mapping has, or an empty one. Raises ValueError."""
    text = head.get(name, "")
    if not isinstance(text, str) or len(text) > _LONGEST_NAME or not text.isprintable():
        raise ValueError(f"{name} is no line of text")
    return text


def _is_file_name(name: str) -> bool:
    """True for the name of a file without a folder."""
    is_short = 0 < len(name) <= _LONGEST_NAME and name.isprintable()
    return is_short and not any(sign in name for sign in "/\\:") and name not in (".", "..")


async def question_of(request: Request, longest: int = _LONGEST_QUESTION) -> dict[str, Any]:
    """The mapping that a page has sent; an empty one for anything else."""
    try:
        question = json.loads(await body_of(request, longest))
    except (ValueError, RecursionError):
        return {}
    return question if isinstance(question, dict) else {}


def stream_text(event: dict[str, Any]) -> str:
    """An event as the stream of a page has it."""
    return f"data: {json.dumps(event, ensure_ascii=False, separators=(',', ':'))}\n\n"
