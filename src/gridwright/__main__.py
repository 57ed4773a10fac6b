"""`python -m gridwright` is the command `gridwright`."""

import sys

from gridwright.cli import main

if __name__ == "__main__":
    sys.exit(main())
