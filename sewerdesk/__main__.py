"""``python -m sewerdesk``."""

import sys

from sewerdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
