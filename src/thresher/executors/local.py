"""Runs calls in threads of this process: enough where the work is a program that we wait for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor


class LocalExecutor(ThreadPoolExecutor):
    """As many threads as jobs."""

    def __init__(self, jobs: int) -> None:
        super().__init__(max_workers=jobs, thread_name_prefix="thresher")
