"""A clock that jumps: a library that is loaded before the C library and answers for it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SOURCE = r"""
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long jump(void) {
    static long looks;
    long look = __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED) + getpid();
    return (look % 7 - 3) * 365L * 24 * 3600;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += jump();
    return failed;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}
"""


def built(folder: Path) -> Path | None:
    """The library, or None where there is no compiler. Clocks that cannot be set, the monotonic ones, stay right."""
    if shutil.which("gcc") is None:
        return None
    (folder / "clock.c").write_text(SOURCE)
    library = folder / "clock.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, folder / "clock.c"], check=True)
    return library
