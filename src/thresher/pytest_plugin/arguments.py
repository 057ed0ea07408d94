"""The command line of the user's run, as repeated by the runs that examine one test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

OURS = "--thresher"  # also the beginning of those with a value
KEEP_ORDER = "--randomly-dont-reorganize"


def repeated(config: pytest.Config) -> tuple[str, ...]:
    """The options without the tests, without ours, and with what other plugins need to keep the order."""
    named = set(config.option.file_or_dir or ())
    options = [*without(config.invocation_params.args, named), "--rootdir", str(config.rootpath)]
    if config.inipath is not None:
        options += ["-c", str(config.inipath)]
    plugins = config.pluginmanager
    if plugins.hasplugin("xdist"):
        options.append("-n0")
    if plugins.hasplugin("_cov"):
        options.append("--no-cov")
    if plugins.hasplugin("randomly"):  # which also sets the seeds that tests see
        options += [KEEP_ORDER, f"--randomly-seed={config.option.randomly_seed}"]
    return tuple(options)


def without(arguments: Iterable[object], named: set[str]) -> Iterator[str]:
    """The arguments that neither name tests nor are options of ours, with or without a value.

    >>> list(without(["-x", "tests", "--thresher", "--thresher-jobs", "2", "--thresher-input=a", "-v"], {"tests"}))
    ['-x', '-v']
    """
    rest = map(str, arguments)
    for argument in rest:
        if argument.startswith(OURS):
            if argument != OURS and "=" not in argument:
                next(rest, None)
        elif argument not in named:
            yield argument
