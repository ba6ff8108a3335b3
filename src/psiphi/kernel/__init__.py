"""From operator expressions on one robot to native functions over batches.

Packages follow the way of the data:

    program     traced scalars (scalar), the table of operations (operations), what is computed (program),
                its instructions, counts and derivatives
    emit        programs as LLVM IR: vectors (lanes), rows in and out of them (rows), the forms of code
                (form, split, parts), rows that are not finite (not_finite)
    packed      single rows: limbs that are alike, and columns, side by side in lanes (SLP vectorisation)
    rolled      sweeps over many bodies as loops over classes of bodies
    loops       such loops as programs: their grammar, layout in memory and LLVM IR
    bytecode    programs too long to be compiled, and the interpreter that runs them
    iterate     steps that follow each other, their state in slots: rollouts
    code        instruction sets, LLVM, machine code on disk and in memory
    call        from a call in Python to machine code: the safe path, and the direct one

Above them: `request` (what is asked for), `tracing` (its cheapest form), `kernel` and `function` (what users
hold), `native` (compiled functions), `source` (where their code comes from), `differentiation`.

Words of its own:

    lane     a place in a vector register; in batches each holds a row of the batch
    tile     neighbouring columns of an array for all lanes, transposed in registers
    strip    rows for all lanes with a workspace of their own; a block has one or several, which take turns
    strand   the same in loops over bodies
    part     a function of a long program; values that cross parts spill to *slots* of the workspace
    seat     where a body in a loop exchanges numbers with its children, as long as they need it
    limb     a branch of the robot like others beside it; what is in none is the *trunk*
    nothing  Σ 0 · x over values that tell on the arguments, its *witnesses*: NaN where one is not finite
"""
