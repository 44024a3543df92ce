"""What pages send to the server: read piece by piece, and bounded."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

_LONGEST_QUESTION = 10_000  # bytes


async def body_of(request: Request, longest: int) -> bytes:
    """The bytes of a request. Raises HTTPException for what is longer."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            raise HTTPException(413, "that is too long")
    return bytes(body)


async def question_of(request: Request, longest: int = _LONGEST_QUESTION) -> dict[str, Any]:
    """The mapping that a page has sent; an empty one for anything else."""
    try:
        question = json.loads(await body_of(request, longest))
    except (ValueError, RecursionError):
        return {}
    return question if isinstance(question, dict) else {}
