"""The values of a program inside one function: fetched where they are first used, stored when they are known.

Arguments and outputs are moved in tiles, some neighbouring columns at a time.  A tile of an argument is
loaded where the first of its columns is needed, and a tile of an output is stored as soon as the last of its
columns is there: so little has to be kept in between.  Only long rows of results, those of large matrices,
are stored at the end and in order: scattered over many lines of the cache they take longer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence

from psiphi.frozen import frozen
from psiphi.kernel.emit.lanes import Lanes
from psiphi.kernel.emit.rows import load_tile, store_tile, tiles
from psiphi.kernel.program.instructions import Instruction
from psiphi.kernel.program.operations import emit_operation
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import CONSTANT, INPUT, Scalar, Value
from psiphi.kernel.program.witnesses import witnesses
from psiphi.kernel.thresholds import LONG_ROW
from psiphi.locks import cached_property

# Columns that a single row is read and written by.
_COLUMNS = 4


@frozen
class Tile:
    """Neighbouring columns of an argument or an output, which has a place in the table."""

    array: int
    columns: range


class Tiling:
    """The tiles of all arguments and outputs of a program, for a number of lanes."""

    def __init__(self, program: Program, lanes: int) -> None:
        width = lanes if lanes > 1 else _COLUMNS
        self._long_row = LONG_ROW if lanes > 1 else math.inf
        self._first_output = len(program.arguments)
        self.arguments: list[Tile] = []
        self.tile_of: dict[int, Tile] = {}  # of inputs
        self.inputs: dict[Tile, dict[int, int]] = {}  # their columns, among those of a tile
        self.witnesses, unused = witnesses(program)
        self.unused: dict[Tile, list[int]] = {}  # columns to look at that no result depends on
        self.constants: dict[int, float] = {}
        self.outputs: dict[Tile, tuple[Value, ...]] = {}
        self.row_size: dict[int, int] = {}  # of arguments and outputs, by their place
        places = {argument.name: place for place, argument in enumerate(program.arguments)}
        tile_at: dict[tuple[int, int], Tile] = {}
        for argument in program.arguments:
            self.row_size[places[argument.name]] = argument.size
            for columns in tiles(argument.size, width):
                tile = Tile(places[argument.name], columns)
                self.arguments.append(tile)
                self.inputs[tile] = {}
                for column in columns:
                    tile_at.setdefault((tile.array, column), tile)
                    if (argument.name, column) in unused:
                        self.unused.setdefault(tile, []).append(column - columns.start)
        for node in program.nodes:
            if node.op is INPUT:
                tile = tile_at[places[node.argument], node.index]
                self.tile_of[node.id] = tile
                self.inputs[tile][node.index - tile.columns.start] = node.id
            elif node.op is CONSTANT:
                self.constants[node.id] = node.value
        for place, output in enumerate(program.outputs, start=len(program.arguments)):
            self.row_size[place] = output.size
            for columns in tiles(output.size, width):
                self.outputs[Tile(place, columns)] = tuple(output.scalars[column] for column in columns)

    def distance(self, array: int) -> int | None:
        """How far apart the rows of an array are, in numbers, where that is known: results are contiguous."""
        return self.row_size[array] if array >= self._first_output else None

    @cached_property
    def early(self) -> list[Tile]:
        """The tiles of outputs that are stored as soon as they are known."""
        return [tile for tile in self.outputs if self.row_size[tile.array] < self._long_row]

    @cached_property
    def late(self) -> list[Tile]:
        """The tiles of outputs that are stored at the end, one after the other."""
        return [tile for tile in self.outputs if self.row_size[tile.array] >= self._long_row]

    @cached_property
    def output_nodes(self) -> dict[Tile, frozenset[int]]:
        """The nodes that a tile of an output is made of."""
        return {
            tile: frozenset(value.id for value in values if isinstance(value, Scalar))
            for tile, values in self.outputs.items()
        }


class Values(dict[int, str]):
    """The names of values in one function.

    rows      gives the addresses of the rows of an array in the table
    fetch     gives the name of a value that is neither computed here nor in a tile of `own`
    keep      is told of every value that comes into being here
    kept      are the values that `fetch` can give, those that come into being here too
    nothing   is the sum of nothing (not_finite.py) so far; None before its first term
    """

    def __init__(
        self,
        lanes: Lanes,
        tiling: Tiling,
        own: Iterable[Tile],
        rows: Callable[[int], Sequence[str]],
        fetch: Callable[[int], str] | None = None,
        keep: Callable[[int, str], None] | None = None,
        kept: Container[int] = (),
    ) -> None:
        super().__init__()
        self._lanes, self._tiling, self._rows = lanes, tiling, rows
        self._unread = dict.fromkeys(own)
        self._fetch, self._keep, self._kept = fetch, keep, kept
        self.nothing: str | None = None

    def __missing__(self, identity: int) -> str:
        tile = self._tiling.tile_of.get(identity)
        if identity in self._tiling.constants:
            self[identity] = self._lanes.constant(self._tiling.constants[identity])
        elif tile in self._unread:
            self._read(tile)
        else:
            assert self._fetch is not None
            self[identity] = self._fetch(identity)
        return self[identity]

    def _read(self, tile: Tile) -> None:
        del self._unread[tile]
        rows = self._rows(tile.array)
        columns = load_tile(self._lanes, rows, tile.columns)
        for place in self._tiling.unused.get(tile, ()):
            self._look_at(columns[place])
        for place, identity in self._tiling.inputs[tile].items():
            self._set(identity, columns[place])

    def _set(self, identity: int, name: str) -> None:
        self[identity] = name
        if self._keep is not None:
            self._keep(identity, name)
        if identity in self._tiling.witnesses:
            self._look_at(name)

    def _look_at(self, name: str) -> None:
        lanes, zero = self._lanes, self._lanes.constant(0.0)
        if self.nothing is None:
            self.nothing = lanes.multiply(name, zero)
        else:
            self.nothing = lanes.multiply_add(name, zero, self.nothing)

    def compute(self, instructions: Sequence[Instruction], outputs: Iterable[Tile]) -> None:
        """Write instructions, and store each tile of the outputs when the last of its columns is there."""
        made = {
            result: step for step, instruction in enumerate(instructions) for result in instruction.results
        }
        complete: dict[int, list[Tile]] = {}
        for tile in outputs:
            steps = [made[node] for node in self._tiling.output_nodes[tile] if node in made]
            complete.setdefault(max(steps, default=-1), []).append(tile)
        self.write(complete.pop(-1, ()))
        for step, instruction in enumerate(instructions):
            inputs = [self[operand] for operand in instruction.operands]
            names = emit_operation(self._lanes, instruction.op, inputs)
            for result, name in zip(instruction.results, names, strict=True):
                self._set(result, name)
            self.write(complete.get(step, ()))

    def compute_kept(self, instruction: Instruction, write: Callable[[], None]) -> None:
        """Have an instruction written whose operands are read, and results stored, where they are kept."""
        for operand in instruction.operands:
            tile = self._tiling.tile_of.get(operand)
            if tile in self._unread:
                self._read(tile)
        write()
        for result in instruction.results:
            if result in self._tiling.witnesses:
                self._look_at(self[result])

    def write(self, outputs: Iterable[Tile]) -> None:
        """Store tiles of outputs that are known."""
        for tile in outputs:
            columns = [
                self[value.id] if isinstance(value, Scalar) else self._lanes.constant(value)
                for value in self._tiling.outputs[tile]
            ]
            store_tile(self._lanes, self._rows(tile.array), tile.columns, columns)

    def read_others(self) -> None:
        """Load the tiles that nothing here needed, but another function or the sum of nothing does."""
        for tile in list(self._unread):
            kept = any(identity in self._kept for identity in self._tiling.inputs[tile].values())
            if kept or tile in self._tiling.unused:
                self._read(tile)
