"""How fast irassay is beside the libraries that people use now. `python -m benchmarks --help`, or `make bench`."""
