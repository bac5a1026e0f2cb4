"""Tasks of a Ray cluster behind the standard library's executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

try:
    import ray
except ImportError as missing:
    raise ImportError("this executor needs Ray. Install it with: python -m pip install 'tightdp[ray]'") from missing

Given = ParamSpec("Given")
Result = TypeVar("Result")


def _call(fn: Callable[..., Result], args: tuple[object, ...], kwargs: dict[str, object]) -> Result:
    """Ray takes functions only, and this one calls whatever can be called."""
    return fn(*args, **kwargs)


@dataclass(frozen=True)
class RayExecutor(Executor):
    """Each call a Ray task, for ``sweep(..., executor=RayExecutor())``; Ray itself has no executor.

    The tasks go to the cluster of ``ray.init(...)``, which Ray starts on this machine if none was joined, one CPU
    for each. The workers need tightdp, too.

    Notes
    -----
    A task that raises, or whose worker is killed more often than Ray tries again, raises what Ray says. A cancelled
    future takes its task out of Ray's queue. Leaving a ``with`` block neither waits nor shuts Ray down.
    """

    def submit(self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs) -> Future[Result]:
        """``fn(*args, **kwargs)`` on a worker.

        Parameters
        ----------
        fn
            What to call; anything that Ray can pickle.
        *args, **kwargs
            What to call it with.
        """
        task = ray.remote(_call).remote(fn, args, kwargs)
        future = task.future()
        future.add_done_callback(lambda done: ray.cancel(task) if done.cancelled() else None)
        return future
