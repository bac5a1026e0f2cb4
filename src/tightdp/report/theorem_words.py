"""The theorem keys of an answer in a sentence each; docs/theorems.md has the full statements."""

from __future__ import annotations

THEOREM_WORDS = {
    "EXACT": "No amplification: the mechanism's own two output laws are the answer.",
    "B18/T2": "Advanced joint convexity: only the part of two mixtures that they do not share counts.",
    "B18/T3": "The exact privacy profile of Laplace noise.",
    "B18/T4": "The exact privacy profile of Gaussian noise.",
    "B18/T5": "delta is read from the law of the privacy loss under the two output laws.",
    "B18/T6": "Rényi divergences follow from the profile, so a dominating pair bounds them at every order.",
    "B18/T7": "Each batch is matched with a closest one: group profiles, weighted by distance.",
    "B18/T8": "Poisson sampling under add/remove, for any mechanism: delta shrinks by the rate.",
    "B18/T9": "Sampling without replacement under substitution, for any mechanism: delta shrinks by m/n.",
    "B18/T10": "Sampling with replacement under substitution: group profiles weighted by repeated draws.",
    "B18/T11": "Sampling with replacement under add/remove: the same, at the larger data set's size.",
    "B18/A": "Poisson sampling under substitution, for any mechanism: its two profiles, mixed.",
    "B18/T13": "A mechanism that reveals membership shows that the bound cannot be improved.",
    "U": "Both sides share the batches without changed records (S24): opposite shifts are the worst case.",
    "SAME-BATCH": "Several releases about one batch: the worst case of each, amplified once, all together.",
    "ALLOC": "Each record is in one update of a pass, at random: its updates' likelihood ratios are averaged.",
    "RR": "Randomised response: the worst query is known exactly.",
    "GP": "Groups of a black box, or of a whole run: its profile is taken once for each record.",
    "TRUNC": "Cut batches: the record replaces another in full batches, and is added to the others.",
    "ZDW22": "Poisson sampling, removal and insertion each with its own pair of laws.",
    "SUP": "One profile that covers both directions, completed by reflection so that it may be composed.",
    "PLD": "Steps compose by adding their privacy losses; the pair of data sets stays the same.",
    "FZ21": "Steps may be chosen on the way while their Rényi divergences stay within a budget.",
    "M17/P1": "Rényi divergences of one order add up over the steps.",
    "ALCKS20/T3": "The least eps or delta that the Rényi divergence of one order proves.",
    "CTD": "Losses are rounded onto a grid by splitting (upper end) and merging (lower end).",
    "MTZ19/3.3": "The moments accountant: Gaussian noise under Poisson sampling at whole Rényi orders.",
    "ZW19/T5": "Poisson sampling of any mechanism at whole Rényi orders, with a factor of three.",
    "ZW19/T6": "The same without the factor, for pairs whose two directions are alike.",
    "WBK19/T9": "Sampling without replacement of any mechanism at whole Rényi orders.",
    "WBK19/T27": "The same with moments of the likelihood ratio in place of Rényi divergences.",
    "M17/P2": "Group privacy of a Rényi curve for powers of two: factor three for each doubling.",
    "M17/P11": "Group privacy of a Rényi curve: the weak triangle inequality, record by record.",
    "CONVEX": "A Rényi curve times (order - 1) is convex: chords bound it from above.",
    "S24/T3.4": "Batches are grouped by events, and each group is compared with batches that both data sets give.",
    "SHARP": "The exact worst case of one step at one eps, over all functions of the batch.",
    "S24/T3.3": "Whole batches are transported, without conditioning on who is in them.",
    "S24/J": "Inserted records under Poisson sampling of Gaussian noise, by Jensen's inequality.",
    "V17/L2.2": "Group privacy of one (epsilon, delta): K times epsilon, K e^(K epsilon) times delta.",
    "DR14/T3.16": "The epsilons and deltas of the steps are added up.",
    "DRV10/T3.3": "Epsilons of the steps add up in squares, plus their means.",
    "KOV17/T3.3": "The exact composition of steps of which one (epsilon, delta) is known.",
}


def theorem_in_words(key: str) -> str:
    """One sentence for a theorem key.

    Parameters
    ----------
    key
        A key of docs/theorems.md.

    Returns
    -------
    str
        The sentence, or a pointer to the document for a key without one.
    """
    return THEOREM_WORDS.get(key, "See docs/theorems.md.")
