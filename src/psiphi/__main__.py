"""`python -m psiphi`: the command line."""

import sys

from psiphi.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
