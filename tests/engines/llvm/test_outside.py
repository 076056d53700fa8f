"""What is outside of the subset is refused, with its line."""

from __future__ import annotations

import pytest

from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.program import Program, Source

HEAD = """import numpy as np
from numba import njit, int64, uint64
NAMES, CUBE = ["h7"], np.zeros((2, 2, 2))
def plain(a): return a
@njit
def again(a): return again(a)
@njit
def perhaps(a):
    if a: return 1
@njit
def several(a, b): return a, b
@njit("SIGNATURE")
def f(a):
"""
LINE = len(HEAD.splitlines()) + 1
AGAIN = 6
"""The line of a function that calls itself."""


def refusal(body: str, signature: str = "int64(int64)") -> str:
    text = HEAD.replace("SIGNATURE", signature) + "".join(f"    {line}\n" for line in body.split("; "))
    with pytest.raises(SubsetError) as caught:
        Program([Source("text", text)])
    return str(caught.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return [a]", "'[a]' is outside of the subset (List)"),
        ("return {a: a}", "(Dict)"),
        ("return sum(k for k in range(a))", "'sum' is not a function of the subset"),
        ("return (lambda: a)()", "'lambda: a' is not a function"),
        ("return a.real", "(Attribute)"),
        ("return a ** 2", "the operator Pow"),
        ("return a in a", "the comparison In"),
        ("return f'{a}'", "(JoinedStr)"),
        ("return 'a'", "'a' is not a number"),
        ("return 2 ** a", "the operator Pow"),
        ("return 1 << 70 if a else 0x1FFFFFFFFFFFFFFFF", "has more than 64 bits"),
        ("return uint64(a) + a", "uint64 and int64 do not mix"),
        ("return uint64(a)", "uint64 and int64 do not mix"),
        ("return uint64(a) < a", "uint64 and int64 do not mix"),
        ("return 1.5", "float64 where int64 is needed"),
        ("return int64(1.5 // a)", "a float64 is divided by / only"),
        ("return int64(1.5) & int64(a & 0.5)", "a float64 has no bits"),
        ("return int64(0.5 << a)", "a float64 has no bits"),
        ("return 1 if 0.5 else 2", "a float64 is not a condition"),
        ("return a and a", "'a' is joined by and/or, but it is int64"),
        ("return uint64(0.5) > 1", "float64 cannot become uint64"),
        ("b = 1; !! b = 0.5; return b", "float64 where int64 is needed"),
        ("return b", "'b' has no value here"),
        ("return np.exp(a)", "np.exp is not called like this"),
        ("!! b = np.empty(a, np.int32); return 1", "'a' is not a constant size"),
        ("!! b = np.zeros(3, np.int16); return 1", "np.zeros is not called like this"),
        ("return a[0]", "'a' is not an array but int64"),
        ("b = np.zeros(3, np.int64); return b", "a function gives numbers only"),
        ("b = np.zeros(3, np.int64); return b[-1]", "nothing is counted from the end"),
        ("b = np.zeros(3, np.int64); return b[1, 2]", "the array has 1 dimensions, not 2"),
        ("b = np.zeros(3, np.int64); return b[0:2]", "(Slice)"),
        ("b = np.zeros(3, np.int64); return b[0.5]", "an index is int64"),
        ("b = np.zeros(3, np.int64); return b.shape[1]", "the array has 1 dimensions"),
        ("b = np.zeros(3, np.int64); !! b[0] = b; return 0", "an item is a number, not int64[::1]"),
        ("b = np.zeros(3, np.int64); return b + 1", "'b' is not a number but int64[::1]"),
        ("b = np.zeros(3, np.int64); !! b = a; return b", "'b' is int64[::1] already, not int64"),
        ("return NAMES[0]", "is not a number"),
        ("return CUBE[0, 0, 0]", "an array of float64 with 3 dimensions"),
        ("return plain(a)", "'plain' is not a function of the subset"),
        ("return again(a)", "'again' calls itself and has no signature"),
        ("return several(a, 1)", "2 values are returned, elsewhere 1"),
        ("!! b, c, d = several(a, 1); return b", "(int64, int64) is not 3 values"),
        ("return several(a)", "'several' takes 2 arguments, not 1"),
        ("return max(a, key=a)", "(Call)"),
        ("return float(a, a)", "argument"),
        ("for k in (1, 2): a += k", "'(1, 2)' is not a range"),
        ("for k in range(0, 5, a): a += k", "the step of a range is a constant"),
        ("for k in range(3) if a else range(3, 0, -1): a += k", "have not the same step"),
        ("with a: pass", "With is outside of the subset"),
        ("import math", "Import is outside of the subset"),
        ("a.real = 1", "cannot be given a value"),
        ("del a", "Delete is outside of the subset"),
        ("global NAMES", "Global is outside of the subset"),
        ("assert a", "Assert is outside of the subset"),
        ("raise ValueError", "Raise is outside of the subset"),
    ],
)
def test_it_is_refused_with_its_line(body: str, message: str) -> None:
    lines = body.split("; ")
    refused = next((k for k, line in enumerate(lines) if line.startswith("!! ")), len(lines) - 1)
    line = AGAIN if "again" in body else LINE + refused
    found = refusal(body.replace("!! ", ""))
    assert message in found
    assert found.startswith(f"text, line {line}: ")


def test_a_path_without_a_return() -> None:
    assert "'f' can end without a return" in refusal("if a: return 1")
    assert "line 8: 'perhaps' can end without a return" in refusal("return perhaps(a)")


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("int64(int64", "is not a signature"),
        ("int64", "is not a signature"),
        ("UniTuple(int64, 2)(int64)", "is not a signature, or gives more than one number"),
        ("int64(int16)", "there is no type 'int16'"),
        ("int64(int64[:])", "there is no type 'int64[:]'"),
        ("int64(boolean)", "no booleans"),
        ("int64(int64, int64)", "'f' takes 1 arguments, not 2"),
    ],
)
def test_signatures(signature: str, message: str) -> None:
    assert message in refusal("return 1", signature)


def test_more_than_plain_parameters() -> None:
    text = 'from numba import njit\n@njit("int64(int64)")\ndef f(a=1): return a\n'
    with pytest.raises(SubsetError, match="more than plain parameters"):
        Program([Source("text", text)])


def test_unknown_primitives() -> None:
    text = "from numba.extending import intrinsic\n@intrinsic\ndef rotate(a): pass\n"
    with pytest.raises(SubsetError, match="no primitive 'rotate'"):
        Program([Source("text", text)])
