"""The reducers that are measured, thresher first."""

from __future__ import annotations

from benchmarks.peer_tools import c_reducers, general, list_reducers, ours, syntax_reducers
from benchmarks.peer_tools.peer import Peer

PEERS: dict[str, Peer] = {
    peer.name: peer
    for peer in (
        ours.THRESHER,
        c_reducers.CVISE,
        c_reducers.CREDUCE,
        list_reducers.DELTA,
        list_reducers.LITHIUM,
        list_reducers.PICIRE,
        general.SHRINKRAY,
        syntax_reducers.DDSMT,
        syntax_reducers.PICIRENY,
    )
}
