"""Rows asked of the processor before they are used: tables larger than its caches."""

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16  # float32 numbers of a cache line, and of the widest register


@intrinsic
def _fetch(typingctx, row, offset):
    """Ask the processor for row.flat[place] (float32) before it is used."""

    def build(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(array.data, [arguments[1]])
        address = builder.bitcast(address, cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t] + [number] * 3)
        name = "llvm.prefetch.p0i8"
        ask = cgutils.get_or_insert_function(builder.module, kind, name)
        # for reading, into the second cache: the first takes fewer requests at once
        builder.call(ask, [address, number(0), number(2), number(1)])
        return context.get_dummy_value()

    return types.void(row, types.intp), build


@njit(cache=True)
def fetch(row):
    """Ask for all of a row (or rows) of float32 numbers."""
    for offset in range(0, row.size, LANES):
        _fetch(row, offset)
