"""Programs as LLVM IR, with one lane for each row of a batch."""
