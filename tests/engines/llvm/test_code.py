"""What Python gives to compiled functions: arrays are looked at once, and let go."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from faraon.engines.kernels.llvm.code import SMALL, Code, packed
from faraon.engines.kernels.llvm.program import Program, Source
from faraon.engines.kernels.llvm.target import object_of

TEXT = """
from numba import njit
@njit("int64(int32[::1], int32[:, ::1], int64)")
def changed(one, two, by):
    one[0] += by
    two[1, 0] += by
    return 100 * one.shape[0] + 10 * two.shape[0] + two.shape[1]
"""


@pytest.fixture(scope="module")
def code() -> Code:
    program = Program([Source("text", TEXT)])
    return Code(packed(program.signatures, object_of(program.module)))


def test_every_call_reaches_the_arrays_that_it_is_given(code: Code) -> None:
    ones, twos = [np.zeros(size, np.int32) for size in (1, 2)], [np.zeros((2, 3), np.int32) for _ in range(2)]
    for at in (0, 0, 1, 0, 1, 1):
        assert code.changed(ones[at], twos[1 - at], 5) == 100 * len(ones[at]) + 23
    assert [int(one[0]) for one in ones] == [15, 15]
    assert [int(two[1, 0]) for two in twos] == [15, 15]


def test_numbers_may_be_those_of_numpy(code: Code) -> None:
    one, two = np.zeros(1, np.int32), np.zeros((2, 3), np.int32)
    code.changed(one, two, np.int64(-7))
    code.changed(one, two, np.uint8(2))
    assert int(one[0]) == int(two[1, 0]) == -5


def test_another_array_is_checked_after_a_good_one(code: Code) -> None:
    one, two = np.zeros(1, np.int32), np.zeros((2, 3), np.int32)
    code.changed(one, two, 1)
    for wrong in (np.zeros(1, np.int64), np.zeros((1, 1), np.int32)):
        with pytest.raises(TypeError, match=r"changed\(\) takes int32\[::1\]"):
            code.changed(wrong, two, 1)
    fixed = np.zeros(1, np.int32)
    fixed.flags.writeable = False
    with pytest.raises(TypeError, match="not writable"):
        code.changed(fixed, two, 1)
    assert code.changed(one, two, 1) == 123


def test_a_large_array_is_not_kept(code: Code) -> None:
    one, two = np.zeros(SMALL, np.int32), np.zeros((2, 3), np.int32)
    code.changed(one, two, 1)
    gone = weakref.ref(one)
    del one
    gc.collect()
    assert gone() is None
