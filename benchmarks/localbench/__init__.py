"""Parts of `benchmarks/local_index.py`."""
