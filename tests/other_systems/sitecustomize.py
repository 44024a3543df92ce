"""Python imports this at its start in the processes that tests begin with --as-on."""

import os
import sys
from pathlib import Path

if words := os.environ.get("CARDGEN_TESTS_AS_ON"):
    sys.path.append(str(Path(__file__).parent.parent))
    from other_systems.simulated import become_at_start

    become_at_start(words)
