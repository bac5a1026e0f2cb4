"""The share of this process among several of ``torch.distributed``."""

from __future__ import annotations

from dataclasses import replace

from tightdp.errors import InvalidInput
from tightdp.sampling import BatchSampler, Randomness


def rank_share(sampler: BatchSampler) -> BatchSampler:
    """The share of this rank in each batch, with the key of rank 0 on all ranks; a collective call.

    Together the shares are exactly one global draw, so the rate of the program is the scheme's, whatever the number of
    ranks. Shares differ in size and may be empty: sum the clipped gradients over ranks and divide by the expected
    global batch, rather than average the ranks' averages.

    Parameters
    ----------
    sampler
        The global sampler, built alike on every rank, before any batch was drawn.

    Raises
    ------
    InvalidInput
        If the process group is not initialised, or batches were drawn already; on every rank, if the samplers differ in
        scheme, records, steps or in what they draw first from the same key, as other versions of NumPy may.
    """
    import torch.distributed as group

    if not (group.is_available() and group.is_initialized()):
        raise InvalidInput("process group", None, "initialised: torch.distributed.init_process_group(...)")
    if sampler.position:
        raise InvalidInput("position", sampler.position, "0: load a saved state into the share afterwards")
    keys: list[Randomness | None] = [sampler.randomness]
    group.broadcast_object_list(keys, src=0)
    shared = replace(sampler, source=keys[0] or sampler.randomness)
    mine = {name: value for name, value in shared.state_dict(min(1, shared.steps)).items() if name != "key"}
    told: list[dict[str, object]] = [mine] * group.get_world_size()
    group.all_gather_object(told, mine)
    for rank, theirs in enumerate(told):
        if theirs != told[0]:
            raise InvalidInput(f"the sampler of rank {rank}", theirs, f"as on rank 0, {told[0]}")
    return shared.shard(group.get_rank(), group.get_world_size())
