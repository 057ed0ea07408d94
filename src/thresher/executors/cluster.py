"""The settings of a cluster. Separate from the connection, whose packages most sessions do not need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cluster:
    """Which cluster: the scheduler's address, or None to start one. Workers must offer all resources in `needs`.

    At most `jobs` tests run at a time; None means as many as the cluster has room for.
    """

    scheduler: str | None = None
    needs: tuple[str, ...] = ()
    jobs: int | None = None

    @property
    def warning(self) -> str | None:
        """The warning about a connection that anybody on the network can read and change.

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
