"""Machine code: what it is made for, LLVM, the cache on disk, and loading."""
