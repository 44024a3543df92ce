"""Runs a command and tells on standard error the most memory that any of its processes held."""

import resource
import subprocess
import sys

code = subprocess.run(sys.argv[1:]).returncode
sys.stderr.write(f"peak {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.1f}")
sys.exit(code)
