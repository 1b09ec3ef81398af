"""The next group that differs by Welch's test is scipy's."""

import numpy as np
from scipy.stats import ttest_ind
from test_welch import VALUES, curve, drawn

from quaver.statistics.welch import moments, next_unlike, unlike


def test_the_next_unlike_group_is_the_first_that_two_sided_welch_tells_apart():
    counts = drawn(30, seed=3)
    groups, samples = moments(counts, VALUES), [np.repeat(VALUES, x) for x in counts]
    p = np.array(
        [[ttest_ind(x, y, equal_var=False).pvalue for y in samples] for x in samples]
    )
    later = [np.flatnonzero(row[k + 1 :] < 0.01) + k + 1 for k, row in enumerate(p)]
    expected = [int(own[0]) if len(own) else -1 for own in later]
    assert next_unlike(groups).tolist() == expected
    assert -1 in expected and len(set(expected)) > 5
    assert unlike(groups.at(0), groups).tolist() == (p[0] < 0.01).tolist()


def test_a_lower_mean_is_unlike_too_and_groups_of_one_pair_never_are():
    falling = curve([2.0, 1.0, 1.0])
    assert next_unlike(falling).tolist() == [1, -1, -1]
    assert next_unlike(falling._replace(pairs=np.array([1, 9, 9]))).tolist()[0] == -1
    assert next_unlike(falling, 1 - 1e-12).tolist() == next_unlike(falling).tolist()
    close = curve([1.0, 1.02], pairs=500)
    assert next_unlike(close, 0.8).tolist() == [1, -1]
    assert next_unlike(close, 0.99).tolist() == [-1, -1]
