"""Programs too large to compile: bytecode, and the interpreter that runs it."""
