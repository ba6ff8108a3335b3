"""Random expressions for random robots, compiled and compared with plain matrices: `make fuzz N=20000`."""
