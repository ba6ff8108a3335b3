"""From scalar computations to native functions over batches.

Reading order: `scalar` (traced arithmetic) and `program` (what is computed), `counts`; `isa`, `target` and
`instructions` (what for, and which fused operations); the emitters, from `emit_lanes` up to `emit_unrolled`,
`emit_split` and, for the rolled programs of `loops`, `emit_loops`; `llvm`, `cache`, `source` and
`variant` (from IR to loaded code); `call` and `run` (the safe calling path), `direct` and `emit_direct`
(the direct one); and `native`, which ties them together: `compile_program` and `compile_loop`.
"""
