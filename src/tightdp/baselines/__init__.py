"""Classical bounds to compare with. None of them is ever used for an answer; each names what it was proven for."""

from tightdp.baselines.abadi import abadi_rdp
from tightdp.baselines.direct_transport import direct_transport_rdp
from tightdp.baselines.group_rdp import group_rdp, stable_group_rdp
from tightdp.baselines.maximal_coupling import maximal_coupling_rdp
from tightdp.baselines.post_hoc_group import post_hoc_group_rdp
from tightdp.baselines.wang import wang_rdp
from tightdp.baselines.zhu_wang import zhu_wang_general_rdp, zhu_wang_rdp

__all__ = [
    "abadi_rdp",
    "direct_transport_rdp",
    "group_rdp",
    "maximal_coupling_rdp",
    "post_hoc_group_rdp",
    "stable_group_rdp",
    "wang_rdp",
    "zhu_wang_general_rdp",
    "zhu_wang_rdp",
]
