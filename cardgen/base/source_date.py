"""The date that files are given so that the same input gives the same bytes."""

from __future__ import annotations

import os

from cardgen.base.findings import CardgenError, Finding

_LAST_DATE = 253_402_300_799  # the end of the year 9999


def source_date() -> int | None:
    """Return the seconds since 1970 that SOURCE_DATE_EPOCH says; None where it is not set.

    ReportLab dates a file by it too (reproducible-builds.org). Raises CardgenError for what is no
    time."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if text and not (text.isascii() and text.isdecimal() and int(text[:13]) <= _LAST_DATE):
        message = f'SOURCE_DATE_EPOCH is "{text[:40]}", which is no time in seconds since 1970'
        raise CardgenError(
            Finding("environment-wrong", message, "unset it, or set it to a whole number")
        )
    return int(text[:13]) if text else None
