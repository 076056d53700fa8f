"""A compiler for the part of Python in which kernels are written: text → LLVM's intermediate form → an object
file in the cache → functions that Python calls. It needs llvmlite, and nothing else at run time: compiled
code calls no library but memcpy and memset.

The subset
==========
A **text** is a module. All of it is run once by Python, which makes its constants; then its functions are
compiled whose decorator is ``njit`` (written with Numba's names, so that Numba compiles the same text).
Functions whose decorator carries a signature, as ``@njit("int64(int32[::1], int64)")``, can be called from
Python; those without one are compiled for the types that they are called with.

**Types.** ``int64``, ``uint64``, ``float64`` and ``boolean``; arrays of one or two dimensions with items of
``int32``, ``int64``, ``uint8``, ``uint64``, ``float32`` or ``float64``, contiguous, as pointer and shape;
tuples, which are only taken apart. Items of 32 and 8 bits are read as ``int64``, and stored by their lowest
bits; those of ``float32`` are read as ``float64``, and stored as the nearest number that they can be. A
variable has the type of the first value that the text gives it. A ``boolean`` is converted where a number is
needed and an ``int64`` where a ``float64`` is; ``int64`` and ``uint64`` are never mixed, except that a
``uint64`` may be compared with a number in the text.

**Statements.** Assignments (``=`` to names, items and tuples of them, and ``+=`` and its like), ``if``,
``while``, ``for … in range(…)`` with a constant step, ``break``, ``continue``, ``return``, ``pass``, calls.
A variable that is read before it was given a value is 0.

**Expressions.** ``+ - * / // % << >> & | ^ ~``, comparisons, ``and or not``, ``a if c else b``, items
``a[i]``, ``a[i, j]`` and rows ``a[i]``, ``a.shape[0]``; calls of other functions of the texts, ``min``,
``max``, ``float``, ``int64``, ``uint64``, ``np.sqrt``, ``np.empty`` and ``np.zeros`` (arrays of a constant
size that live as long as the call), and the primitives of ``language``. Constants of the text are numbers
and arrays.

**Where it differs from Python.** Integers wrap around at 64 bits. A shift goes by the lowest six bits of
its amount. Dividing an integer by 0 gives 0, a float infinity or NaN. ``/`` divides floats, which
integers become first. Float to integer cuts off the fraction and stops at the ends of the range; NaN
gives 0. ``and`` and ``or`` join booleans. An index is neither checked nor counted from the end.

Everything else is refused with its line (:class:`SubsetError`).
"""
