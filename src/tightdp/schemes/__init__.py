"""How batches are drawn: each scheme really draws, and knows the exact law of what it draws."""

from tightdp.schemes.abstract_scheme import AbstractScheme as AbstractScheme
from tightdp.schemes.batch_laws import AbstractBatchLaws as AbstractBatchLaws
from tightdp.schemes.batch_table import BatchTable as BatchTable
from tightdp.schemes.batch_types import BatchTypes as BatchTypes
from tightdp.schemes.binomial_weights import binomial_weights as binomial_weights
from tightdp.schemes.changed_counts import ChangedCounts as ChangedCounts
from tightdp.schemes.full_batch import FullBatch as FullBatch
from tightdp.schemes.hypergeometric_weights import hypergeometric_weights as hypergeometric_weights
from tightdp.schemes.own_scheme import OwnScheme as OwnScheme
from tightdp.schemes.poisson import Poisson as Poisson
from tightdp.schemes.random_allocation import RandomAllocation as RandomAllocation
from tightdp.schemes.truncated_poisson import TruncatedPoisson as TruncatedPoisson
from tightdp.schemes.with_replacement import WithReplacement as WithReplacement
from tightdp.schemes.without_replacement import WithoutReplacement as WithoutReplacement
