"""`python -m cardgen`, and the command `cardgen`."""

import gc

# a run makes many objects and few cycles; looking for them less saves a tenth of the time
gc.set_threshold(100_000, 20, 50)

from cardgen.cli import main  # noqa: E402  # loading all of it makes the most objects

if __name__ == "__main__":  # not when a process that was started afresh imports this module again
    main()
