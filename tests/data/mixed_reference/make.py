"""Make values.csv and fits.csv: run with statsmodels, which the lock does not have.

python -m venv reference; reference/bin/pip install statsmodels==0.15.0
reference/bin/python tests/data/mixed_reference/make.py
"""

from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels
from statsmodels.regression.mixed_linear_model import MixedLM

FOLDER = Path(__file__).parent
CASES = {"usual": (20, 0.8), "none between": (20, 0.0), "nearly all": (8, 3.0)}

values, fits = [], []
for seed, (case, (groups, between)) in enumerate(CASES.items()):
    generator = np.random.default_rng(seed)
    # the first group has one value, the last seven
    group = np.repeat(np.arange(groups), np.linspace(1, 7, groups).astype(int))
    own = generator.normal(size=(2, groups))[:, group]
    noise = generator.normal(size=(2, len(group)))
    x = np.round(own[0] + noise[0], 4)
    y = np.round(1 - 0.6 * x + between * own[1] + noise[1], 4)
    values.append(pd.DataFrame({"case": case, "group": group, "x": x, "y": y}))
    design = np.stack([np.ones_like(x), x], axis=1)
    fit = MixedLM(y, design, group).fit(reml=True, method=["bfgs", "lbfgs"], gtol=1e-12)
    parts = *fit.fe_params, float(np.asarray(fit.cov_re)[0, 0]), fit.scale
    names = "intercept", "slope", "between", "within"
    facts = {"case": case, "statsmodels": statsmodels.__version__}
    fits.append(facts | dict(zip(names, parts, strict=True)))
pd.concat(values).to_csv(FOLDER / "values.csv", index=False)
pd.DataFrame(fits).to_csv(FOLDER / "fits.csv", index=False)
