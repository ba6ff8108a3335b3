"""Programs too large to compile: lists of instructions, and one small machine that runs them all."""
