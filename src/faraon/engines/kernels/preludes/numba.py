"""Numbers of the Numba kernel. All of them are 64-bit integers: Numba would make 64-bit numbers of anything
smaller at every step.
"""

from llvmlite import ir as llvm
from numba import carray, int64, njit, types, uint64  # noqa: F401 - the generated functions use these
from numba.extending import intrinsic

ROOM = 1024
"""How far the queue may wander in its buffer before it is moved to the front again."""

CHOSEN, LISTED = -1, -2
"""In place of a row of the action table: it is known already what is played; or it must be listed first."""

FEW = 127
"""As many moves can be weighed in the bytes of one word."""


inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy")
"""For functions that only others call: without the wrappers for Python they are compiled in half the time."""

inlined = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", forceinline=True)
"""For those that every move calls: a quarter of the time went into calls."""


# ------------------------------------------------------------------------------------------- instructions
@intrinsic
def popcount(typing, word):
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def first_bit(typing, word):
    """The number of the lowest bit that is set; some bit must be."""
    undefined = llvm.Constant(llvm.IntType(1), 1)
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(
        args[0], undefined
    )


@intrinsic
def where(typing, condition, yes, no):
    kind = types.boolean if isinstance(yes, (types.Boolean, types.BooleanLiteral)) else types.int64
    signature = kind(types.boolean, kind, kind)
    return signature, lambda context, builder, signature, args: builder.select(*args)


@intrinsic
def rarely(typing, condition):
    """A condition that seldom holds: what follows from it may stand far away."""
    return types.boolean(types.boolean), lambda context, builder, signature, args: args[0]


@intrinsic
def high_product(typing, left, right):
    """The upper half of the product of two words of 64 bits."""

    def generate(context, builder, signature, args):
        wide = llvm.IntType(128)
        product = builder.mul(*(builder.zext(arg, wide) for arg in args))
        return builder.trunc(builder.lshr(product, llvm.Constant(wide, 64)), llvm.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def stack_bytes(typing):
    """A buffer that lives as long as the calling function."""

    def generate(context, builder, signature, args):
        kind = llvm.ArrayType(llvm.IntType(8), ROOM + 64)
        with builder.goto_entry_block():
            buffer = builder.alloca(kind)
        buffer.align = 16
        return builder.bitcast(buffer, llvm.IntType(8).as_pointer())

    return types.CPointer(types.uint8)(), generate


def _word_at(context, builder, kind, array, index, width):
    items = context.make_array(kind)(context, builder, array)
    return builder.bitcast(builder.gep(items.data, [index]), llvm.IntType(width).as_pointer())


@intrinsic
def load8(typing, array, index):
    """Eight bytes of an array, beginning at an item."""

    def generate(context, builder, signature, args):
        loaded = builder.load(_word_at(context, builder, signature.args[0], *args, 64))
        loaded.align = 1
        return loaded

    return types.int64(array, types.int64), generate


@intrinsic
def store8(typing, array, index, word):
    def generate(context, builder, signature, args):
        builder.store(args[2], _word_at(context, builder, signature.args[0], *args[:2], 64)).align = 1
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic
def store4(typing, array, index, word):
    def generate(context, builder, signature, args):
        low = builder.trunc(args[2], llvm.IntType(32))
        builder.store(low, _word_at(context, builder, signature.args[0], *args[:2], 32)).align = 1
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


# ---------------------------------------------------------------------------------------------- arithmetic
word = int64


@inner
def minimum(a, b):
    return where(a < b, a, b)


@inner
def maximum(a, b):
    return where(a > b, a, b)


@inner
def opposite(condition):
    return condition ^ True


@inner
def spread(condition):
    """All lanes, or none."""
    return -int64(condition)
