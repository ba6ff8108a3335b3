"""psiphi against Pinocchio and MuJoCo, in one process, side by side: `python -m benchmarks`."""
