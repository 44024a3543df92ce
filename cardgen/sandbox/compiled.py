"""Compiled templates and expressions, kept between runs.

Compiling them is a quarter of the work of a small build. What is kept is the code that Jinja's
sandbox would make again from the same source; it runs in the same sandbox."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from types import CodeType

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from cardgen.base.cache import Cache, code_of


class Bytecode(BytecodeCache):
    """Jinja's door to the cache. `kind` tells apart environments that compile the same source in
    different ways."""

    def __init__(self, cache: Cache, kind: str) -> None:
        self._cache = cache
        # Jinja, and everything in this room, for filters of constants are computed beforehand.
        self._kind = f"bytecode {kind} {jinja2.__version__}{code_of('sandbox').hex()}"

    def get_bucket(
        self, environment: jinja2.Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """The code of a source, whichever folder it was compiled in.

        It goes by the name of the file that was read now."""
        bucket = super().get_bucket(environment, name, None, source)
        if bucket.code is not None and filename is not None:
            bucket.code = bucket.code.replace(co_filename=filename)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        data = self._cache.get(self._name(bucket))
        if data is not None:
            bucket.load_bytecode(io.BytesIO(data))  # which looks at Python's version, too

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._cache.put(self._name(bucket), bucket.bytecode_to_string())

    def code(
        self, environment: jinja2.Environment, source: str, make: Callable[[], CodeType]
    ) -> CodeType:
        """The code of a source that is no template of a file."""
        bucket = self.get_bucket(environment, "", None, source)
        if bucket.code is None:
            bucket.code = make()
            self.set_bucket(bucket)
        return bucket.code

    def _name(self, bucket: Bucket) -> str:
        return hashlib.sha256(f"{self._kind} {bucket.key} {bucket.checksum}".encode()).hexdigest()
