"""Whole-body control: what is wanted of accelerations, as a quadratic program in the joint forces."""
