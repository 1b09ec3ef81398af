"""Compiled functions kept on disk: made anew where any module behind them changed.

numba keeps what it compiled beside a module and makes it anew where that file changed.
It does not see a change in another module whose function or constant was compiled in
(numba 1833), so old code would compute what the digest of the new one stands beside.

numba imports this module before the first function it looks for: the package names it
in the environment, from where it is taken here, as programs of others do not know it.
"""

import os
from functools import cache

from numba.core.caching import CacheImpl

from quaver.digest import code

_digest = cache(code)
_USUAL = tuple(CacheImpl._locator_classes)


class Locator:
    """Where numba keeps a function."""

    @staticmethod
    def from_function(function, file: str):
        """The place numba would take, with a stamp of all that a module imports."""
        usual = (kind.from_function(function, file) for kind in _USUAL)
        locator = next(filter(None, usual), None)
        if locator and function.__module__.startswith("quaver."):
            stamp = locator.get_source_stamp(), _digest(function.__module__)
            locator.get_source_stamp = lambda: stamp
        return locator


CacheImpl._locator_classes = [Locator]
os.environ.pop("NUMBA_CACHE_LOCATOR_CLASSES", None)
