"""Every construct of the subset gives what Python gives, on random inputs."""

from __future__ import annotations

import math
import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from faraon.engines.kernels.llvm import language
from faraon.engines.kernels.llvm.code import Code, packed
from faraon.engines.kernels.llvm.program import Program, Source, run
from faraon.engines.kernels.llvm.target import object_of
from faraon.engines.kernels.llvm.types import ArrayOf, Item, Kind, Type, read_signature
from tests.engines.llvm.words import Items, Unsigned, Word
from tests.scale import scaled

TEXT = '''
import numpy as np
from numba import njit, int64, uint64
from numba.extending import intrinsic

for_word = njit("int64(int64, int64)")
LIMIT, HALF, ODD = 7, 0.5, np.uint64(0x9E3779B97F4A7C15)
TABLE = np.array([[5, -3, 9], [2**40, 0, -1]], np.int64)
BYTES = np.arange(200, 256).astype(np.uint8)
SMALL = np.array([1, -2, 2**31 - 1], np.int32)
WIDE = np.array([2**64 - 1, 3], np.uint64)
SHARES = np.array([0.25, -1.5])
NARROW = np.array([0.1, 0.7], np.float32)

@intrinsic
def popcount(typing, word): "for Numba"
@intrinsic
def first_bit(typing, word): "for Numba"
@intrinsic
def where(typing, condition, yes, no): "for Numba"
@intrinsic
def rarely(typing, condition): "for Numba"
@intrinsic
def high_product(typing, left, right): "for Numba"

# ------------------------------------------------------------------------------------------ expressions
@for_word
def operators(a, b):
    return (a + b) * 3 - (a & ~b) ^ (b | 12) + -a
@for_word
def shifts(a, b):
    return (a << b) ^ (b >> a) ^ (1 << b) ^ (a >> 63) ^ (a << 3)
@for_word
def quotients(a, b):
    return (a // b) ^ (a % b) ^ (b // 7) ^ (a % -7) ^ (a // -1)
@njit("uint64(uint64, uint64)")
def unsigned(a, b):
    return (a + b * ODD) ^ (a >> uint64(7)) ^ (b << a) ^ (a // b) ^ (b % a) ^ (a - b) ^ ~a
@njit("uint64(uint64, uint64)")
def upper(a, b):
    return high_product(a, b) ^ high_product(a, ODD)
@njit("int64(uint64, uint64)")
def unsigned_order(a, b):
    return (a < b) + 2 * (a >= 5) + 4 * (a != 0) + 8 * (a == b) + 16 * (3 > b)
@for_word
def order(a, b):
    return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b)
@for_word
def between(a, b):
    return 1 if -5 <= a < b != 3 else 0
@for_word
def logic(a, b):
    c, d = a > 0, b > 0
    e = c and (d or a > b) or not c and not d
    return int64(e ^ c) + 2 * int64(e & d) + 4 * int64(c | d) + 8 * (c == d) + 16 * (not a)
@for_word
def short_circuit(a, b):
    if a != 0 and TABLE[0, b % 3] // a > 1 or a == 0 and b > 0:
        return 1
    return 0
@for_word
def choices(a, b):
    x, y = (a, b) if a < b else (b, a)
    return (x if x > 10 else y if y < 3 else 5) + (True if a > b else 7)
@for_word
def extremes(a, b):
    if rarely(a == b or b > 5):
        a -= 7
    return min(a, b, 4) ^ max(b, -a) ^ where(a > b, a, 1) ^ int64(where(a > b, True, rarely(b > 3)))
@for_word
def bits(a, b):
    return popcount(a) + 100 * popcount(a ^ b) + 10000 * first_bit(b | 256)
@njit("float64(float64, float64)")
def floats(a, b):
    return a * b - a + HALF * -b
@njit("float64(int64, float64)")
def mixed_numbers(a, b):
    return float(a) * 0.5 + b * a + (a < b) + 1
@njit("float64(float64, float64)")
def division(a, b):
    return a / b
@njit("float64(int64, int64)")
def division_of_words(a, b):
    return a / b
@njit("float64(float64, float64)")
def root(a, b):
    return np.sqrt(a * a) + np.sqrt(4)
@njit("int64(float64, float64)")
def order_of_floats(a, b):
    return (a < b) + 2 * (a != b) + 4 * (a >= b) + 8 * (a == b) + 16 * (a > 3)
@njit("int64(float64, float64)")
def whole(a, b):
    return int64(a) ^ int64(b)
@njit("boolean(int64, int64)")
def truth(a, b):
    return a > b

# ------------------------------------------------------------------------------------------- statements
@for_word
def branches(a, b):
    """A text at the head is no statement."""
    found = 0
    if a > b:
        found = 1
        if a > 100:
            return -1
    elif a == b:
        found += 2
    else:
        pass
    return found
@for_word
def loop(a, b):
    total, k = 0, a & 15
    while k > 0:
        k -= 1
        if k == 9:
            continue
        total += k * b
        if total > 1000:
            break
    return total + k
@for_word
def counted(a, b):
    total = 0
    for k in range(a & 7):
        for m in range(k, b & 15, 3):
            if m == 11:
                break
            total += m * k
            m = 100
        k += 50
    for k in range(10, a & 7, -2):
        if k == 6:
            continue
        total ^= k << 8
    return total * 1000 + k
@for_word
def two_ranges(a, b):
    total = 0
    for k in range(0, 4) if a > b else range(-2, 3):
        total = total * 10 + k
    return total
@for_word
def for_ever(a, b):
    a &= 255
    while True:
        a += 7
        if a % 5 == b & 3:
            return a
@for_word
def swapped(a, b):
    a, b = b, a
    c = d = a - b
    c, (d, a) = d + 1, (c, b)
    return a ^ c ^ d

# ------------------------------------------------------------------------------------------------ calls
inner, inlined = njit(no_cfunc_wrapper=True), njit(forceinline=True)
@inlined
def twice(x):
    return x + x
@inner
def both(x, y):
    return x * 3, y > x
@inner
def nothing(array):
    array[0] = 5
    return
@for_word
def calls(a, b):
    c, more = both(twice(a), b)
    return c + int64(more) + int64(twice(1.5))
@for_word
def recursion(a, b):
    return recursion(a >> 1, b + 1) + 1 if (a & 255) > 0 and (a & 255) > (a & 255) >> 1 and a > 0 else b

# ----------------------------------------------------------------------------------------------- arrays
@for_word
def constants(a, b):
    return TABLE[a & 1, b % 3] ^ BYTES[a % BYTES.shape[0]] ^ SMALL[b % 3] ^ TABLE.shape[1]
@njit("uint64(uint64, uint64)")
def wide_constants(a, b):
    return WIDE[int64(a & uint64(1))] + b
@njit("float64(int64, float64)")
def shares(a, b):
    return SHARES[a & 1] * b
@njit("int64(int32[::1], int64, int64)")
def items(array, a, b):
    array[a & 3] = b
    array[b & 3] += a
    array[1], array[2] = array[2] | 1, array[1]
    nothing(array)
    return array[3] + array.shape[0]
@njit("int64(uint8[::1], int64)")
def small_items(array, a):
    array[0] = a
    array[1] -= 1
    return array[0] - array[1]
@njit("uint64(uint64[::1], uint64)")
def wide_items(array, a):
    array[0], array[1] = a, array[0] ^ a
    return array[1]
@njit("float64(float64[::1], int64)")
def shares_in(array, a):
    array[0] += 0.5
    array[1] = a
    return array[0] * array[1]
@njit("float64(float32[::1], float64)")
def narrow_shares_in(array, a):
    array[0] += 0.1
    array[1] = a * NARROW[1]
    array[2] = 3
    return array[0] - array[1]
@njit("int64(int64[:, ::1], int64, int64)")
def rows(array, a, b):
    row, other = array[a & 1], array[1]
    row[b % 3] = a
    other = array[b & 1]
    other[0] = array[0, 2] + row[1]
    return array[1, 0] + array.shape[0] * array.shape[1]
@for_word
def scratch(a, b):
    room, clear = np.empty(LIMIT + 3, np.int32), np.zeros(4, np.int64)
    for k in range(10):
        room[k] = a >> k
    clear[b & 3] = 1
    return room[b % 10] + clear[0] * 2 + clear[3]
@njit("int64(int64, Tuple((int64[::1], float64)))")
def parts(a, pair):
    array, share = pair
    return array[a & 1] if share > 0 else a
'''

SMALL = st.integers(-20, 20)
WORDS = SMALL | st.integers(-(2**63), 2**63 - 1) | st.sampled_from([2**63 - 1, -(2**63), 64, 63])
FLOATS = st.floats(allow_nan=True) | st.sampled_from([0.0, -0.0, 1e300, 3.0])


@pytest.fixture(scope="module")
def code() -> Code:
    return built(TEXT)


def room(size: int, item: Any) -> Items:
    return Items([0] * size, Item[np.dtype(item).name])


PLAIN = vars(run(Source("plain", TEXT), {}))
PLAIN["np"] = SimpleNamespace(empty=room, zeros=room, sqrt=np.sqrt, int32=np.int32, int64=np.int64)
for _name, _array in [*PLAIN.items()]:
    if isinstance(_array, np.ndarray):
        PLAIN[_name] = Items(_array.tolist(), Item[_array.dtype.name])
NAMES = [name for name, one in PLAIN.items() if isinstance(one, language.Function) and one.signature]
pytestmark = pytest.mark.soak


def built(text: str) -> Code:
    program = Program([Source("text", text)])
    return Code(packed(program.signatures, object_of(program.module)))


def strategy(kind: Type) -> st.SearchStrategy[Any]:
    match kind:
        case Kind.int64:
            return WORDS
        case Kind.uint64:
            return WORDS.map(language.uint64)
        case Kind.float64:
            return FLOATS
        case ArrayOf(item, dims):
            least, most = (-(2**31), 2**31 - 1) if item is Item.int32 else (0, 255)
            numbers = FLOATS if item is Item.float64 else st.floats(width=32)
            one = numbers if item.floats else st.integers(least, most)
            row = st.lists(one, min_size=4, max_size=4)
            return row if dims == 1 else st.lists(row, min_size=2, max_size=2)
        case tuple():
            return st.tuples(*map(strategy, kind))
    raise AssertionError(kind)


def for_python(kind: Type, value: Any) -> Any:
    match kind:
        case Kind.int64:
            return Word(value)
        case Kind.uint64:
            return Unsigned(value)
        case ArrayOf(item):
            return Items(value, item)
        case tuple():
            return tuple(for_python(one, part) for one, part in zip(kind, value, strict=True))
    return value


def for_machine(kind: Type, value: Any) -> Any:
    match kind:
        case ArrayOf(item):
            return np.array(value, item.value)
        case tuple():
            return tuple(for_machine(one, part) for one, part in zip(kind, value, strict=True))
    return value


def same(one: Any, two: Any) -> bool:
    if isinstance(one, float) and math.isnan(one):
        return math.isnan(two)
    return bool(one == two)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=scaled(30, 3000), deadline=None)
@given(data=st.data())
def test_it_is_pythons(code: Code, name: str, data: st.DataObject) -> None:
    compare_with_python(code, name, data)


def compare_with_python(code: object, name: str, data: st.DataObject) -> None:
    plain = PLAIN[name]
    signature = read_signature(plain.signature)
    values = [data.draw(strategy(kind)) for kind in signature.takes]
    ours = [for_machine(*pair) for pair in zip(signature.takes, values, strict=True)]
    pythons = [for_python(*pair) for pair in zip(signature.takes, values, strict=True)]
    try:
        expected = plain(*pythons)
    except ZeroDivisionError:  # a float, which becomes infinite
        return
    if signature.gives is Kind.int64:
        expected = Word.of(int(expected))
    assert same(expected, getattr(code, name)(*ours))
    for one, two in zip(pythons, ours, strict=True):
        if isinstance(one, Items):
            flat = [item for row in one for item in row] if len(one.shape) == 2 else [*one]
            assert all(map(same, flat, two.ravel().tolist()))


# ------------------------------------------------------------------------------------ random expressions
LEAVES = st.sampled_from(["a", "b", "c"]) | st.integers(-9, 70).map(lambda number: f"({number})")
BOTH = ("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^")


def larger(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, parts, st.sampled_from(BOTH), parts),
        st.builds("({}{})".format, st.sampled_from("-~"), parts),
        st.builds(
            "({} if {} {} {} else {})".format, parts, parts, st.sampled_from(["<", "=="]), parts, parts
        ),
        st.builds("int64({} {} {} and not {} > 0)".format, parts, st.sampled_from([">", "!="]), parts, parts),
        st.builds("min({}, max({}, {}))".format, parts, parts, parts),
    )


@settings(max_examples=scaled(10, 300), deadline=None)
@given(
    st.lists(st.recursive(LEAVES, larger, max_leaves=12), min_size=scaled(6, 60), max_size=60),
    st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=5, max_size=5),
)
def test_random_expressions(expressions: list[str], inputs: list[tuple[int, int, int]]) -> None:
    head = 'from numba import njit, int64\nof_three = njit("int64(int64, int64, int64)")\n'
    bodies = [f"@of_three\ndef f{k}(a, b, c):\n    return {text}\n" for k, text in enumerate(expressions)]
    text = "".join(bodies)
    # Python's own numbers do not wrap around, and stop at a division by 0.
    words = "from tests.engines.llvm.words import Word\nint64 = Word\n"
    plain_text = head + words + re.sub(r"\((-?\d+)\)", r"Word(\1)", text)
    code, plain = built(head + text), vars(run(Source("plain", plain_text), {}))
    for number in range(len(expressions)):
        for values in inputs:
            expected = plain[f"f{number}"](*map(Word, values))
            assert Word.of(int(expected)) == getattr(code, f"f{number}")(*values), expressions[number]


# ------------------------------------------------------------------------------------ what is documented
@settings(deadline=None)
@given(WORDS, WORDS)
@example(2**63 - 1, 1)
@example(-(2**63), -1)
def test_integers_wrap_around(code: Code, a: int, b: int) -> None:
    wrapped = Word.of((a + b) * 3 - (a & ~b)) ^ Word.of((b | 12) + -a)
    assert code.operators(a, b) == wrapped


def test_nothing_stops_the_processor(code: Code) -> None:
    assert code.quotients(5, 0) == 0 ^ 0 ^ 0 ^ 5 % -7 ^ -5
    assert code.quotients(-(2**63), -1) == Word.of(-(2**63)) ^ 0 ^ -1 ^ -(2**63) % -7 ^ -(2**63)
    assert code.division(1.0, 0.0) == math.inf
    assert math.isnan(code.division_of_words(0, 0))


@pytest.mark.parametrize(
    ("number", "cut"), [(1e30, 2**63 - 1), (-1e30, -(2**63)), (math.nan, 0), (-2.9, -2), (2.9, 2)]
)
def test_floats_become_integers(code: Code, number: float, cut: int) -> None:
    assert code.whole(number, 0.0) == cut == language.int64(number)


def test_a_variable_without_a_value_is_nought() -> None:
    text = '@njit("int64(int64)")\ndef f(a):\n    for k in range(a):\n        b = k\n    return b\n'
    code = built("from numba import njit\n" + text)
    assert [code.f(5), code.f(0), code.f(-3)] == [4, 0, 0]


def test_words_of_memory() -> None:
    text = """
from numba import njit, carray
from numba.extending import intrinsic
@intrinsic
def load8(): "for Numba"
@intrinsic
def store8(): "for Numba"
@intrinsic
def store4(): "for Numba"
@intrinsic
def stack_bytes(): "for Numba"
@njit("int64(int32[::1], int64)")
def f(array, word):
    room = carray(stack_bytes(), 64)
    store8(room, 3, word)
    store4(array, 1, load8(room, 3) >> 16)
    store8(array, 2, load8(array, 0))
    return room[4]
"""
    code, plain = built(text), vars(run(Source("plain", text), {}))["f"]
    for word in (0x1122334455667788, -2):
        one, two = np.arange(6, dtype=np.int32), np.arange(6, dtype=np.int32)
        assert code.f(one, word) == plain(two, word)
        assert one.tolist() == two.tolist()


def test_texts_import_from_each_other() -> None:
    head = "from numba import njit\nSIZE = 4\n@njit\ndef add(a, b):\n    return a + b\n"
    more = "@njit('int64(int64)')\ndef {}(a):\n    return add(a, {})\n"
    one = Source("kernel", head + more.format("g", 1) + more.format("f", 2) + more.format("h", 3))
    two = Source("machine", "from kernel import SIZE, add, h, njit\n" + more.format("f", "SIZE) + h(3"))
    program = Program([one, two])
    code = Code(packed(program.signatures, object_of(program.module)))
    assert program.signatures.keys() == {"f"}  # what the last text has
    assert code.f(3) == 7 + 6


def test_python_gives_what_the_signature_says(code: Code) -> None:
    with pytest.raises(TypeError, match=r"items\(\) takes int32\[::1\], not int64"):
        code.items(np.zeros(4, np.int64), 1, 2)
    with pytest.raises(TypeError, match="not C contiguous"):
        code.items(np.zeros(8, np.int32)[::2], 1, 2)
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        code.truth(1)
    with pytest.raises(AttributeError, match="'nobody'"):
        code.nobody  # noqa: B018 - that is the test
