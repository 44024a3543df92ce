"""Where Python is told to write no bytecode it goes to .pytest_cache, for the processes of this run
and for the next one.

To compile the tests takes longer than to run most of them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / ".pytest_cache" / "bytecode"

if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(FOLDER)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(FOLDER)
