"""Real URDF files, damaged in thousands of ways: a Model or a PsiphiError comes out, soon."""

from __future__ import annotations

import faulthandler
import random
import re
import warnings
from collections.abc import Callable

import pytest
from files_found import URDF_FILES

from psiphi.errors import PsiphiError, PsiphiWarning
from psiphi.formats.urdf.reader import parse_urdf
from psiphi.model import Model

MUTANTS_PER_SEED = 500
SEEDS = range(12)

# Small robots most often, so that the mutations hit what matters; larger ones for their oddities.
NAMES = (
    *(
        "double_pendulum_simple",
        "TwoDofs",
        "borinot_flying_arm_2",
        "iris",
        "finger_edu",
        "hextilt_flying_arm_5",
    ),
    *("so100", "quadrotor_base", "panda", "ur5_robot", "z1", "quadruped", "simple_humanoid_classical"),
    *("baxter", "romeo_small"),
)
ORIGINALS = [path.read_bytes() for path in URDF_FILES if path.stem in NAMES]
RARITY = [1.0 / len(text) for text in ORIGINALS]

NUMBER = re.compile(rb"-?\d+\.?\d*(?:e-?\d+)?")
QUOTED = re.compile(rb'"[^"]*"')
TAG = re.compile(rb"</?[a-z_]+")
ELEMENT = re.compile(rb"<(\w+)[^<>]*/>|<(joint|link|inertial|origin|visual)\b.*?</\2>", re.DOTALL)

NASTY = [
    *b"nan inf -inf -1 0 -0 1e999 1e308 -1e308 1e-320 0x10 1_0 --1 1,5 1e".split(),
    *(b"", b"1 2", b"0 0 0 0", b"9" * 500, "１".encode(), "\u00a0".encode()),
]
GARBAGE = [
    b"<!DOCTYPE robot [<!ENTITY a 'b'>]>",
    b"&a;",
    b"&#0;",
    b"]]>",
    b"<![CDATA[",
    b"<!--",
    b"<?xml version='1.0' encoding='utf-16'?>",
    b"\0",
    b"\xff\xfe",
    b"<a>" * 600,
    b"<joint name='x' type='revolute'/>",
    b"<link name='x'/>",
    b"<mimic joint='root'/>",
    b"<mesh filename='../../../../../etc/passwd'/>",
    b"'\"",
]


def replace_one(pattern: re.Pattern[bytes], replacement: Callable[[random.Random, bytes], bytes]):
    """A mutation that replaces one match of a pattern."""

    def mutate(rng: random.Random, text: bytes) -> bytes:
        matches = list(pattern.finditer(text))
        if not matches:
            return text
        match = rng.choice(matches)
        return text[: match.start()] + replacement(rng, match.group()) + text[match.end() :]

    return mutate


def exchange_two(pattern: re.Pattern[bytes]):
    """A mutation that exchanges two matches of a pattern."""

    def mutate(rng: random.Random, text: bytes) -> bytes:
        matches = list(pattern.finditer(text))
        if len(matches) < 2:
            return text
        first, second = sorted(rng.sample(matches, 2), key=re.Match.start)
        if first.end() > second.start():
            return text
        between = text[first.end() : second.start()]
        return text[: first.start()] + second.group() + between + first.group() + text[second.end() :]

    return mutate


def change_bytes(rng: random.Random, text: bytes) -> bytes:
    damaged = bytearray(text)
    for _ in range(rng.randint(1, 8)):
        place = rng.randrange(len(damaged))
        damaged[place : place + rng.randint(0, 2)] = rng.randbytes(rng.randint(0, 2))
    return bytes(damaged)


def insert_garbage(rng: random.Random, text: bytes) -> bytes:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice(GARBAGE) + text[place:]


def cut(rng: random.Random, text: bytes) -> bytes:
    return text[: rng.randrange(len(text))]


MUTATIONS = [
    change_bytes,
    insert_garbage,
    cut,
    replace_one(NUMBER, lambda rng, found: rng.choice(NASTY)),
    replace_one(NUMBER, lambda rng, found: found + rng.choice([b"e5", b"e-5", b"e300", b" "])),
    replace_one(NUMBER, lambda rng, found: b"-" + found),
    replace_one(QUOTED, lambda rng, found: b'"' + rng.choice(NASTY) + b'"'),
    replace_one(QUOTED, lambda rng, found: found[:-1] + b"x" * rng.choice([1, 1000]) + b'"'),
    replace_one(TAG, lambda rng, found: found + b"s"),
    replace_one(ELEMENT, lambda rng, found: b""),
    replace_one(ELEMENT, lambda rng, found: found + found),
    exchange_two(NUMBER),
    exchange_two(QUOTED),
    exchange_two(QUOTED),
    exchange_two(ELEMENT),
]


def test_there_are_enough_mutants_of_enough_robots():
    assert len(SEEDS) * MUTANTS_PER_SEED >= 5000
    assert len(ORIGINALS) >= 12


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_files_give_a_model_or_an_error(seed):
    rng = random.Random(seed)
    models = errors = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # an overflow that nobody has thought of is a fault as well
        warnings.simplefilter("ignore", PsiphiWarning)
        for _ in range(MUTANTS_PER_SEED):
            (mutant,) = rng.choices(ORIGINALS, RARITY)
            for _ in range(rng.choice([1, 1, 1, 2, 4])):
                mutant = rng.choice(MUTATIONS)(rng, mutant) or b" "
            faulthandler.dump_traceback_later(60, exit=True)  # a file that hangs the reader says where
            try:
                models += isinstance(parse_urdf(mutant, base=rng.choice(["fixed", "free"])), Model)
            except PsiphiError:
                errors += 1
            finally:
                faulthandler.cancel_dump_traceback_later()
    assert models + errors == MUTANTS_PER_SEED
    assert models > MUTANTS_PER_SEED // 10  # the mutations are neither all fatal
    assert errors > MUTANTS_PER_SEED // 10  # nor all harmless
