"""The five papers reproduced: every table, figure and example beside what psiphi computes."""
