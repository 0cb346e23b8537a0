"""The plain twins in exact arithmetic: the same source, with every quotient a fraction and every constant the number
that its float is. Logarithms and square roots are to 60 digits.
"""

from __future__ import annotations

import ast
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
DIGITS = 60
_FINE = 2**400  # finer fractions are rounded to so many parts: 80 digits beyond what a float holds


def quotient(a, b):
    """a / b; a denominator that grows beyond use is rounded."""
    value = Fraction(a) / Fraction(b)
    return value if value.denominator < _FINE else Fraction(round(value * _FINE), _FINE)


def power(a, b):
    """a to a whole power."""
    assert b == int(b)
    value = Fraction(a) ** int(b)
    return value if value.denominator < _FINE else Fraction(round(value * _FINE), _FINE)


def _decimal(x) -> Decimal:
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


@cache
def log2(x) -> Fraction:
    """The binary logarithm to 60 digits; exact for powers of two."""
    x = Fraction(x)
    if x.denominator == 1 and x.numerator.bit_count() == 1:
        return Fraction(x.numerator.bit_length() - 1)
    with localcontext(prec=DIGITS):
        return Fraction(_decimal(x).ln() / Decimal(2).ln())


def square_root(x) -> Fraction:
    """The square root to 60 digits."""
    with localcontext(prec=DIGITS):
        return Fraction(_decimal(x).sqrt())


def geometric_mean(values, floor) -> Fraction:
    """The geometric mean of values, each at least `floor`, to 60 digits."""
    with localcontext(prec=DIGITS):
        logs = [_decimal(max(Fraction(v), Fraction(floor))).ln() for v in values]
        return Fraction((sum(logs) / len(logs)).exp())


class _Exactly(ast.NodeTransformer):
    """Source of a twin as source in fractions."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        names = {ast.Div: "quotient", ast.Pow: "power"}
        name = names.get(type(node.op))
        return node if name is None else _call(name, [node.left, node.right])

    def visit_Constant(self, node):
        return _call("Fraction", [node]) if isinstance(node.value, float) else node

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "float":
            node.func.id = "Fraction"
        return node

    def visit_ImportFrom(self, node):
        return None if node.module == "math" else node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node


def _call(name, args):
    return ast.Call(ast.Name(name, ast.Load()), args, [])


@cache
def twins(name: str) -> SimpleNamespace:
    """A module of tests/plain in exact arithmetic."""
    tree = ast.fix_missing_locations(_Exactly().visit(ast.parse((ROOT / f"tests/plain/{name}.py").read_text())))
    namespace = {"Fraction": Fraction, "quotient": quotient, "power": power, "log2": log2}
    exec(compile(tree, f"exact {name}", "exec"), namespace)
    return SimpleNamespace(**namespace)
