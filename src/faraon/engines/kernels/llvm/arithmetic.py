"""Numbers: conversions, operators, comparisons."""

from __future__ import annotations

import ast
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.types import Kind
from faraon.engines.kernels.llvm.values import F64, I64, Code, Number

with extra("fast"):
    from llvmlite import ir

INTEGERS = (Kind.int64, Kind.uint64)
ORDER = (Kind.boolean, Kind.int64, Kind.float64)
"""Each is converted into a later one where that is needed."""

SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
PLAIN = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"
}  # fmt: skip


def common(left: Kind, right: Kind) -> Kind:
    """The type that holds both."""
    if left is right:
        return left
    if left in ORDER and right in ORDER:
        return max(left, right, key=ORDER.index)
    raise SubsetError(f"{left} and {right} do not mix: say int64(…) or uint64(…)")


class Arithmetic:
    """Writes instructions for numbers."""

    builder: Any

    # ---------------------------------------------------------------------------------------- conversions
    def converted(self, number: Number, kind: Kind) -> Number:
        """A number where another type is needed; an error if that would lose something."""
        if number.kind is kind:
            return number
        if common(number.kind, kind) is not kind:
            raise SubsetError(f"{number.kind} where {kind} is needed")
        return self.cast(number, kind)

    def cast(self, number: Number, kind: Kind) -> Number:
        """As ``int64(…)``, ``uint64(…)`` and ``float(…)`` do it."""
        code, build = number.code, self.builder
        match number.kind, kind:
            case ((Kind.int64 | Kind.uint64), (Kind.int64 | Kind.uint64)):
                pass
            case Kind.boolean, (Kind.int64 | Kind.uint64):
                code = build.zext(code, I64)
            case ((Kind.boolean | Kind.uint64), Kind.float64):
                code = build.uitofp(code, F64)
            case Kind.int64, Kind.float64:
                code = build.sitofp(code, F64)
            case Kind.float64, Kind.int64:
                code = build.call(self.intrinsic("llvm.fptosi.sat.i64.f64", I64, [F64]), [code])
            case before, after if before is not after:
                raise SubsetError(f"{before} cannot become {after}")
        return Number(kind, code)

    def truth(self, number: Number) -> Code:
        """A condition; a number stands for whether it is not 0."""
        if number.kind is Kind.boolean:
            return number.code
        if number.kind is Kind.float64:
            raise SubsetError("a float64 is not a condition")
        return self.builder.icmp_signed("!=", number.code, ir.Constant(I64, 0))

    def alike(self, left: Number, right: Number) -> tuple[Kind, Code, Code]:
        """Both as the type that holds both."""
        kind = common(left.kind, right.kind)
        return kind, self.converted(left, kind).code, self.converted(right, kind).code

    # ------------------------------------------------------------------------------------------ operators
    def operated(self, operator: ast.operator, left: Number, right: Number) -> Number:
        match operator:
            case ast.LShift() | ast.RShift():
                return self._shifted(operator, left, right)
            case ast.FloorDiv() | ast.Mod():
                return self._divided(operator, left, right)
            case ast.Div():
                codes = (self.cast(number, Kind.float64).code for number in (left, right))
                return Number(Kind.float64, self.builder.fdiv(*codes))
            case ast.BitAnd() | ast.BitOr() | ast.BitXor():
                kind, one, two = self.alike(left, right)
                if kind is Kind.float64:
                    raise SubsetError("a float64 has no bits")
                return Number(kind, getattr(self.builder, PLAIN[type(operator)])(one, two))
            case ast.Add() | ast.Sub() | ast.Mult():
                if left.kind is right.kind is Kind.boolean:
                    left = self.cast(left, Kind.int64)
                kind, one, two = self.alike(left, right)
                name = PLAIN[type(operator)]
                name = f"f{name}" if kind is Kind.float64 else name
                return Number(kind, getattr(self.builder, name)(one, two))
        raise SubsetError(f"the operator {type(operator).__name__} is outside of the subset")

    def _shifted(self, operator: ast.operator, left: Number, right: Number) -> Number:
        if left.kind is Kind.boolean:
            left = self.cast(left, Kind.int64)
        if Kind.float64 in (left.kind, right.kind):
            raise SubsetError("a float64 has no bits")
        if right.literal is None:
            right = self.converted(right, left.kind)
            amount = self.builder.and_(right.code, ir.Constant(I64, 63))
        else:
            amount = ir.Constant(I64, right.literal & 63)
        if isinstance(operator, ast.LShift):
            return Number(left.kind, self.builder.shl(left.code, amount))
        shift = self.builder.ashr if left.kind is Kind.int64 else self.builder.lshr
        return Number(left.kind, shift(left.code, amount))

    def _divided(self, operator: ast.operator, left: Number, right: Number) -> Number:
        """Rounded down, as Python does it. No processor stops here: by 0 it gives 0, and -1 goes apart."""
        if Kind.boolean in (left.kind, right.kind):
            left, right = (self.converted(number, Kind.int64) for number in (left, right))
        kind, one, two = self.alike(left, right)
        if kind is Kind.float64:
            raise SubsetError("a float64 is divided by / only")
        build, nought, floor = self.builder, ir.Constant(I64, 0), isinstance(operator, ast.FloorDiv)
        by_nought = build.icmp_signed("==", two, nought)
        if kind is Kind.uint64:
            safe = build.select(by_nought, ir.Constant(I64, 1), two)
            found = (build.udiv if floor else build.urem)(one, safe)
            return Number(kind, build.select(by_nought, nought, found))
        by_minus_one = build.icmp_signed("==", two, ir.Constant(I64, -1))
        safe = build.select(build.or_(by_nought, by_minus_one), ir.Constant(I64, 1), two)
        quotient, rest = build.sdiv(one, safe), build.srem(one, safe)
        other_sign = build.icmp_signed("<", build.xor(rest, safe), nought)
        down = build.and_(build.icmp_signed("!=", rest, nought), other_sign)
        if floor:
            found = build.select(down, build.sub(quotient, ir.Constant(I64, 1)), quotient)
            found = build.select(by_minus_one, build.sub(nought, one), found)
        else:
            found = build.select(down, build.add(rest, safe), rest)
        return Number(kind, build.select(by_nought, nought, found))

    def negated(self, operator: ast.unaryop, number: Number) -> Number:
        """With one of ``- ~ not`` before it."""
        build = self.builder
        match operator:
            case ast.Not():
                return Number(Kind.boolean, build.not_(self.truth(number)))
            case ast.USub() if number.kind is Kind.float64:
                if isinstance(number.code, ir.Constant):
                    return Number(number.kind, ir.Constant(F64, -number.code.constant))
                return Number(number.kind, build.fneg(number.code))
            case ast.USub() | ast.Invert() if number.kind is not Kind.float64:
                number = self.cast(number, Kind.int64) if number.kind is Kind.boolean else number
                literal = number.literal if number.kind is Kind.int64 else None
                if isinstance(operator, ast.Invert):
                    return Number(number.kind, build.not_(number.code))
                if literal is not None:
                    return Number(number.kind, ir.Constant(I64, -literal))
                return Number(number.kind, build.neg(number.code))
        raise SubsetError(f"the operator {type(operator).__name__} does not go with {number.kind}")

    # ---------------------------------------------------------------------------------------- comparisons
    def compared(self, operator: ast.cmpop, left: Number, right: Number) -> Code:
        sign = SIGNS.get(type(operator))
        if sign is None:
            raise SubsetError(f"the comparison {type(operator).__name__} is outside of the subset")
        left, right = self._as_unsigned(left, right), self._as_unsigned(right, left)
        kind, one, two = self.alike(left, right)
        if kind is Kind.float64:
            compare = self.builder.fcmp_unordered if sign == "!=" else self.builder.fcmp_ordered
        else:
            compare = self.builder.icmp_signed if kind is Kind.int64 else self.builder.icmp_unsigned
        return compare(sign, one, two)

    def _as_unsigned(self, number: Number, other: Number) -> Number:
        """A number in the text beside a ``uint64``."""
        if other.kind is Kind.uint64 and number.kind is Kind.int64 and (number.literal or 0) >= 0:
            return number if number.literal is None else Number(Kind.uint64, number.code)
        return number

    def intrinsic(self, name: str, gives: Any, takes: list[Any]) -> Any:
        """One of LLVM's own functions."""
        module = self.builder.module
        return module.globals.get(name) or ir.Function(module, ir.FunctionType(gives, takes), name)
