"""What Snakemake asks of us, and how a stage is called."""
