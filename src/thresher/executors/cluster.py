"""Which cluster runs the tests; apart from what talks to it, which most sessions do not need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cluster:
    """Which cluster: the scheduler's address, or None for one of our own. Workers must offer all that is needed.

    `jobs` are at most so many tests at a time; None is as many as the cluster has room for.
    """

    scheduler: str | None = None
    needs: tuple[str, ...] = ()
    jobs: int | None = None

    @property
    def warning(self) -> str | None:
        """What to say of a cluster whose messages anybody on the way can read and change.

        >>> Cluster("tcp://head:8786").warning
        'the connection to tcp://head:8786 is not encrypted: use a scheduler with TLS (tls://), see docs/cluster.md'
        >>> Cluster().warning, Cluster("tls://head:8786").warning
        (None, None)
        """
        if self.scheduler is None or self.scheduler.startswith(("tls://", "wss://", "inproc://")):
            return None
        return (
            f"the connection to {self.scheduler} is not encrypted: "
            "use a scheduler with TLS (tls://), see docs/cluster.md"
        )
