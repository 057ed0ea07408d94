"""Whatever is read, nothing goes wrong but in our own words: a ThresherError, or what was read is right.

Inputs that once broke something are kept in the corpus, where they also are what new ones are made of. To look for
more: `HYPOTHESIS_PROFILE=searching pytest tests/fuzz`.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutation import mutated, seeds
from tests.fuzz.readers import READERS, corpus_of
from thresher.errors import ThresherError

pytestmark = pytest.mark.filterwarnings("ignore:Possible:FutureWarning")  # Python on a pattern such as [a--b]
ORIGINALS = {name: [path.read_bytes() for path in seeds(corpus_of(name))] for name in READERS}


@pytest.mark.parametrize("name", READERS)
def test_the_corpus(name: str) -> None:
    for path in seeds(corpus_of(name)):
        if path.name.startswith("seed"):
            READERS[name](path.read_bytes())
        else:
            with suppress(ThresherError):
                READERS[name](path.read_bytes())


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_what_is_nearly_right(name: str, data: st.DataObject) -> None:
    with suppress(ThresherError):
        READERS[name](data.draw(mutated(ORIGINALS[name])))
