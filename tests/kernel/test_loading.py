"""Code as one block: what can be linked by hand runs like what LLVM loads, and the rest is left to LLVM."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scalar_programs import random_program

from psiphi.kernel.call.direct_layout import ENTRIES
from psiphi.kernel.call.emit_direct import direct_ir
from psiphi.kernel.code import host, linking, llvm, loading
from psiphi.kernel.code.isa import ISAS
from psiphi.kernel.native import compile_program

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or host.architecture() != "x86_64", reason="LLVM loads all code here"
)


def test_the_calling_path_is_linked_by_hand():
    assert linking.link(llvm.assemble(direct_ir(), ""), ENTRIES)


def test_both_ways_of_loading_give_the_same_bits(tmp_path, monkeypatch):
    program = random_program(11, 100, sizes=(7, 3), outputs=((5,), (9,)))
    rng = np.random.default_rng(1)
    arrays = rng.normal(size=(2, 9, 7))[0], rng.normal(size=(9, 3))
    by_hand = compile_program(program)
    by_llvm = compile_program(program)
    by_hand.prepare()
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(linking, "link", lambda *_: None)
    by_llvm.prepare()
    loaded = [next(iter(f._variants.values())).loaded for f in (by_hand, by_llvm)]
    assert [type(x) for x in loaded] == [loading.LoadedImage, llvm.LoadedObject]
    for found, expected in zip(by_hand(*arrays), by_llvm(*arrays), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    "ir",
    [
        "declare void @outside()\ndefine void @f() {\n  call void @outside()\n  ret void\n}",
        "@x = global i64 0\ndefine ptr @f() {\n  ret ptr @x\n}",
        "@x = external global i64\ndefine ptr @f() {\n  ret ptr @x\n}",
        "@x = constant ptr @f\ndefine ptr @f() {\n  ret ptr @x\n}",
        "define void @another() {\n  ret void\n}",
    ],
    ids=[
        "a call to elsewhere",
        "data that can change",
        "data elsewhere",
        "an absolute address",
        "no such function",
    ],
)
def test_what_needs_more_than_itself_is_left_to_llvm(ir):
    assert linking.link(llvm.assemble(ir, ""), "f") is None


def test_other_formats_are_left_to_llvm():
    assert linking.link(b"\xcf\xfa\xed\xfe" + bytes(100), "f") is None
    aarch64 = bytearray(llvm.assemble("define void @f() {\n  ret void\n}", ""))
    assert linking.link(bytes(aarch64), "f")
    aarch64[18] = 0xB7
    assert linking.link(bytes(aarch64), "f") is None


def test_the_processor_is_known_without_llvm():
    features = {feature for isa in ISAS if isa.architecture == "x86_64" for feature in isa.features}
    assert {feature for feature in features if host.has(feature)} == features & llvm.host_features()


def test_llvm_tells_what_the_processor_can_do_where_proc_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(host, "_PROCESSORS", tmp_path / "cpuinfo")
    assert host._features.__wrapped__() == llvm.host_features()


_OTHER = """
define i64 @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %sum = phi i64 [0, %entry], [%more, %loop]
  %j = mul i64 %i, 3
  %place = getelementptr i64, ptr %x, i64 %j
  %value = load i64, ptr %place
  %square = mul i64 %value, %value
  %more = add i64 %sum, %square
  %next = add i64 %i, 1
  %go = icmp slt i64 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret i64 %more
}"""


def test_options_of_llvm_are_left_to_others():
    """What another library compiles is the same before psiphi compiles and after it."""
    code = (
        "import sys, llvmlite.binding as b; b.initialize_native_target(); b.initialize_native_asmprinter()\n"
        "def made(): return b.Target.from_default_triple().create_target_machine(opt=2)"
        ".emit_object(b.parse_assembly(sys.argv[1]))\n"
        "before = made()\n"
        "from psiphi.kernel.code import llvm; own = llvm.assemble(sys.argv[1], '')\n"
        "assert made() == before != own"
    )
    subprocess.run([sys.executable, "-c", code, _OTHER], check=True)
