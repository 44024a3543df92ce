"""`python -m cardgen`."""

from cardgen.cli import main

if __name__ == "__main__":  # not when a process that was started afresh imports this module again
    main()
