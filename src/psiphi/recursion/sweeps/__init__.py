"""The sweep program: its grammar, lowering to it, scheduling, running and printing it."""
