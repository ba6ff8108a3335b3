"""Phrases of IR for functions that are written as text: reading a word of a table, and counting."""

from __future__ import annotations


def word_of(name: str, kind: str, base: str, word: int | str) -> str:
    """Read a word of a table of words; where it stands is known as `name`_at."""
    return f"{name}_at = getelementptr i64, ptr {base}, i64 {word}\n  {name} = load {kind}, ptr {name}_at"


def begin_loop(i: str, end: str, before: str = "entry", last: str = "") -> str:
    """for %i in range(end): its body follows, which begins the block %i_body, and then `end_loop`.

    before   the block that leads to the loop
    last     the block in which the body ends, where that is not the one in which it begins
    """
    return f"""br label %{i}_head
{i}_head:
  %{i} = phi i64 [0, %{before}], [%{i}_next, %{last or f"{i}_body"}]
  %{i}_more = icmp slt i64 %{i}, {end}
  br i1 %{i}_more, label %{i}_body, label %{i}_done
{i}_body:"""


def end_loop(i: str, by: int = 1) -> str:
    """What ends a body; the block after the loop is %i_done."""
    return f"""%{i}_next = add i64 %{i}, {by}
  br label %{i}_head
{i}_done:"""
