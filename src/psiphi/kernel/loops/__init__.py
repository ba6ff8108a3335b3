"""Loops over bodies as programs: their grammar, their layout in memory, their LLVM IR."""
