"""Classical bounds to compare with. None of them is ever used for an answer; each names what it was proven for."""

from tightdp.baselines.abadi import abadi_rdp
from tightdp.baselines.advanced_composition import advanced_composition
from tightdp.baselines.compare import compare
from tightdp.baselines.comparison import Comparison, Row
from tightdp.baselines.direct_transport import direct_transport_rdp
from tightdp.baselines.group_epsilon_delta import (
    group_delta,
    group_epsilon,
    group_epsilon_delta,
    simple_group_delta,
    simple_group_epsilon,
)
from tightdp.baselines.group_rdp import group_rdp, stable_group_rdp
from tightdp.baselines.guarantee import Guarantee
from tightdp.baselines.jensen import jensen_rdp
from tightdp.baselines.maximal_coupling import maximal_coupling_rdp
from tightdp.baselines.naive_composition import naive_composition
from tightdp.baselines.optimal_composition import optimal_composition, optimal_composition_delta
from tightdp.baselines.post_hoc_group import post_hoc_group_rdp
from tightdp.baselines.wang import wang_rdp
from tightdp.baselines.wang_self_consistent import wang_expansion_rdp, wang_self_consistent_rdp
from tightdp.baselines.zhu_wang import zhu_wang_general_rdp, zhu_wang_rdp

__all__ = [
    "Comparison",
    "Guarantee",
    "Row",
    "abadi_rdp",
    "advanced_composition",
    "compare",
    "direct_transport_rdp",
    "group_delta",
    "group_epsilon",
    "group_epsilon_delta",
    "group_rdp",
    "jensen_rdp",
    "maximal_coupling_rdp",
    "naive_composition",
    "optimal_composition",
    "optimal_composition_delta",
    "post_hoc_group_rdp",
    "simple_group_delta",
    "simple_group_epsilon",
    "stable_group_rdp",
    "wang_expansion_rdp",
    "wang_rdp",
    "wang_self_consistent_rdp",
    "zhu_wang_general_rdp",
    "zhu_wang_rdp",
]
