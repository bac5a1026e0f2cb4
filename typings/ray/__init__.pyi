"""The part of Ray that the executor uses; tests take the whole as it is."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")

class ObjectRef(Generic[T]):
    def future(self) -> Future[T]: ...

class RemoteFunction(Generic[T]):
    def remote(self, *args: object, **kwargs: object) -> ObjectRef[T]: ...

def remote(function: Callable[..., T], /) -> RemoteFunction[T]: ...
def cancel(ref: ObjectRef[T], /) -> None: ...
