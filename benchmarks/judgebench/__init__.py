"""Parts of `benchmarks/judgement.py`."""
