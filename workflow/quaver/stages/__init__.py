"""One module per rule, called as python -m quaver.stages.<rule>.

One thread per job: Snakemake does the parallelism, and bits do not depend on it.
"""

import os

for _name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "NUMBA"):
    os.environ[f"{_name}_NUM_THREADS"] = "1"
