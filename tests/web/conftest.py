from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.web.site import Shop, Site, serving
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import AnyPageFailure, PageCriterion
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.replay import After
from thresher.web.replaying.replay_result import ReplayResult
from thresher.web.replaying.settings import ReplaySettings, Timeouts

QUICK = Timeouts(step=0.3, load=10.0, end=0.05, respond=5.0)  # for what cannot be done, or shows nothing
PATIENT = Timeouts(step=10.0, load=20.0, end=10.0, respond=20.0)  # for what will come, on however busy a machine
Replay = Callable[..., ReplayResult]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    with Chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    server = Site()
    with serving(server):
        yield server


@pytest.fixture(scope="session")
def shop_server() -> Iterator[Shop]:
    server = Shop(0)
    with serving(server):
        yield server


@pytest.fixture
def shop(shop_server: Shop) -> Shop:
    shop_server.store.reset(frozenset())
    return shop_server


@pytest.fixture
def replay(chromium: Chromium) -> Replay:
    def run(
        log: EventLog,
        criterion: PageCriterion | None = None,
        *,
        timeouts: Timeouts | None = None,
        after: After | None = None,
        **settings: object,
    ) -> ReplayResult:
        replayer = Replayer(chromium, ReplaySettings(**settings))  # type: ignore[arg-type]
        learning = criterion is None or isinstance(criterion, AnyPageFailure)  # then nothing tells when enough was seen
        timeouts = timeouts or (replace(PATIENT, end=0.5) if learning else PATIENT)
        found = replayer.replay(log, criterion or AnyPageFailure(), timeouts, after=after)
        assert found is not None
        return found

    return run
