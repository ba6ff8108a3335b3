"""How a large program is cut into parts, and where in the workspace of a strip everything stands.

The workspace has slots of one vector each.  The first ones hold the addresses of rows and the sum of nothing.
Each part of the program finds what it needs in slots, or in rows that no part before it needed, and leaves
there what later parts need.  A slot is used again once its value was read for the last time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from psiphi.kernel.code.host import first_cache
from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.parts import assign_slots, cut
from psiphi.kernel.emit.values import Tile, Tiling
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.program import Program

# KiB of the first cache from which on several strips find room in it.
_ROOMY = 48
# Tiles of long rows of results that one part stores.
_TILES = 32
_ADDRESS_SIZE = 8


class Plan:
    """What each part of a program does, and where everything stands.

    parts     the instructions of each part
    computing how many parts there are before those that only store
    reads     the tiles of arguments it reads: those that no part before it needed
    writes    the tiles of outputs that are complete with it
    arrays    how many arrays have addresses of rows in the first slots
    nothing   the slot of the sum of nothing
    slots     where values that a later part needs are kept
    vectors   how many slots there are
    size      the bytes of the workspace of a strip
    strips    how many strips a block has
    """

    def __init__(self, program: Program, target: Target, length: int | None = None) -> None:
        self.tiling = Tiling(program, target.lanes)
        self.strips, longest = _strips(target)
        self.parts = cut(lower(program), length or longest)
        self.computing = len(self.parts)
        late = _batched(self.tiling.late, _TILES)
        self.parts += [[] for _ in late]  # they compute nothing, and store
        self.arrays = len(program.arguments) + len(program.outputs)
        self.nothing = self.arrays * _ADDRESS_SIZE // target.precision.size
        makers = self._makers()
        self.reads: list[list[Tile]] = [[] for _ in self.parts]
        for tile in self.tiling.arguments:
            columns = self.tiling.inputs[tile].values()
            self.reads[min((makers[column] for column in columns), default=0)].append(tile)
        self.writes: list[list[Tile]] = [[] for _ in self.parts]
        for tile in self.tiling.early:
            nodes = self.tiling.output_nodes[tile]
            self.writes[max((makers[node] for node in nodes), default=0)].append(tile)
        self.writes[len(self.parts) - len(late) :] = late
        self.slots, self.vectors = self._assign_slots(makers)
        self.size = self.vectors * target.lanes * target.precision.size

    def _makers(self) -> dict[int, int]:
        """The part in which each value comes into being: is computed, or read with the tile it is in."""
        makers: dict[int, int] = {}
        for number, part in enumerate(self.parts):
            for instruction in part:
                for operand in instruction.operands:
                    if operand not in makers and operand in self.tiling.tile_of:
                        tile = self.tiling.tile_of[operand]
                        makers.update((column, number) for column in self.tiling.inputs[tile].values())
                makers.update((result, number) for result in instruction.results)
        for identity in self.tiling.tile_of:
            makers.setdefault(identity, 0)
        return makers

    def _assign_slots(self, makers: Mapping[int, int]) -> tuple[dict[int, int], int]:
        last_use: dict[int, int] = {}
        for number, (part, writes) in enumerate(zip(self.parts, self.writes, strict=True)):
            used = {operand for instruction in part for operand in instruction.operands}
            used.update(node for tile in writes for node in self.tiling.output_nodes[tile])
            last_use.update((identity, number) for identity in used if makers.get(identity, number) != number)

        return assign_slots(self.parts, makers, last_use, self.nothing + 1)


def _strips(target: Target) -> tuple[int, int]:
    """The number of strips, and the greatest length of parts in instructions, with which code is fastest.

    Strips share what is fetched and decoded, and one runs on where another waits. Where the first cache has
    room for their workspaces, two take a sixth to a quarter less time than one in long functions with
    registers of 512 bits, and four an eighth less with 256, of which shorter parts make do. Where it has
    not, one takes up to a third less than several.
    """
    if first_cache() < _ROOMY:
        return 1, 200
    return (2, 200) if target.isa.bits >= 512 else (4, 150)


def _batched(tiles: Sequence[Tile], length: int) -> list[list[Tile]]:
    return [list(tiles[start : start + length]) for start in range(0, len(tiles), length)]
