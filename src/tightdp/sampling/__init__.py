"""The scheme that is accounted is the scheme that draws: batches for training loops, resumable and split over ranks."""

from tightdp.sampling.batch_sampler import BatchSampler as BatchSampler
from tightdp.sampling.micro_batch import MicroBatch as MicroBatch
from tightdp.sampling.micro_batch import micro_batches as micro_batches
from tightdp.sampling.randomness import Randomness as Randomness
