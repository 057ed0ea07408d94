"""pyparsing issue 502: does Word("abc", min=2) match a single letter? 0 no, as it should; 1 yes; 125 cannot tell."""

import sys

sys.path.insert(0, ".")
CANNOT_TELL = 125
try:
    import pyparsing

    word = pyparsing.Word("abc", min=2)
except Exception:  # a version between the two that is broken otherwise
    sys.exit(CANNOT_TELL)
try:
    word.parse_string("a")
except pyparsing.ParseException:
    sys.exit(0)
except Exception:
    sys.exit(CANNOT_TELL)
sys.exit(1)
