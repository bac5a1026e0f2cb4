from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from tightdp import InvalidInput
from tightdp.integrations.empty_batches import EmptyAware, emptied


class Pair(NamedTuple):
    x: Any
    y: Any


def stacked(records: list[Any]) -> dict[str, Any]:
    return {"x": np.stack([record[0] for record in records]), "rest": [np.array([record[1] for record in records])]}


def test_no_records_have_the_shape_of_some() -> None:
    collate = EmptyAware(stacked, (np.ones(3), 7))
    some, none = collate([(np.zeros(3), 1), (np.ones(3), 2)]), collate([])
    assert some["x"].shape == (2, 3)
    assert (none["x"].shape, none["rest"][0].shape, none["rest"][0].dtype) == ((0, 3), (0,), some["rest"][0].dtype)


def test_containers_keep_their_kind() -> None:
    found = emptied(Pair(np.ones((2, 2)), (np.ones(2), [np.ones(2)])))
    assert isinstance(found, Pair)
    assert isinstance(found.y, tuple)
    assert found.x.shape == (0, 2)


@pytest.mark.parametrize("batch", [3, "text", [None], np.float64(2.0)])
def test_what_has_no_length_is_refused_at_once(batch: object) -> None:
    def collate(_: list[Any]) -> object:
        return batch

    with pytest.raises(InvalidInput, match="arrays or tensors in lists, tuples and mappings"):
        EmptyAware(collate, 0)


def test_the_default_of_pytorch_is_made_to_cope() -> None:
    torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
    data = torch.utils.data.TensorDataset(torch.ones(5, 2, 3), torch.arange(5))
    collate = EmptyAware(torch.utils.data.default_collate, data[0])
    x, y = collate([])
    assert (tuple(x.shape), tuple(y.shape), y.dtype) == ((0, 2, 3), (0,), torch.int64)
    assert torch.equal(collate([data[1], data[3]])[1], torch.tensor([1, 3]))
