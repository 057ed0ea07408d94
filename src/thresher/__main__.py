"""`python -m thresher`."""

import sys

from thresher.cli.main import main

sys.exit(main())
