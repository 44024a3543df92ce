"""How the code reads, in figures: `python bench/reading.py [FOLDER ...] [--vague]`.

A mirror, not an aim. Docstrings, comments and blank lines are no lines of code; a token is a name,
a number, a text or an operator. Run it with one version of Python when two states are compared:
since 3.12 an f-string is several tokens.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

PACKAGE = Path(__file__).resolve().parent.parent / "cardgen"
WIDE = 100
VAGUE_WORDS = """
found each what said own whole known made left shown told one given held heard seen taken wanted
needed named called meant due begun gone kept drawn asked
"""
QUESTIONS = ("What", "Whether", "How", "Where", "Which", "Why", "When")
VAGUE = frozenset(VAGUE_WORDS.split())
"""Names that say no kind of thing."""


@dataclass
class Figures:
    """What is counted in some files."""

    lines: int = 0
    code_lines: int = 0
    tokens: int = 0
    wide_lines: int = 0
    comments: int = 0
    functions: int = 0
    vague: list[str] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    first_words: Counter[str] = field(default_factory=Counter)
    sentences: list[int] = field(default_factory=list)
    walrus: int = 0
    comprehensions: int = 0

    def add(self, path: Path) -> None:
        """Add the figures of a file."""
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        lines = text.splitlines()
        self.lines += len(lines)
        self.wide_lines += sum(len(line) > WIDE for line in lines)
        self._add_tokens(text, docstring_lines(tree))
        for node in ast.walk(tree):
            self.walrus += isinstance(node, ast.NamedExpr)
            self.comprehensions += isinstance(node, COMPREHENSIONS)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._add_function(path, node)
            if isinstance(node, DOCUMENTED):
                self._add_docstring(ast.get_docstring(node))

    def _add_tokens(self, text: str, no_code: set[int]) -> None:
        code_lines: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                self.comments += 1
            elif token.type in CODE and token.start[0] not in no_code:
                self.tokens += 1
                code_lines.update(range(token.start[0], token.end[0] + 1))
        self.code_lines += len(code_lines)

    def _add_function(self, path: Path, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.functions += 1
        self.lengths.append((node.end_lineno or node.lineno) - node.lineno + 1)
        if names := VAGUE & bound_names(node):
            self.vague.append(f"{path}:{node.lineno}: {node.name}: {', '.join(sorted(names))}")

    def _add_docstring(self, docstring: str | None) -> None:
        if docstring:
            words = docstring.split(".", 1)[0].split()
            self.sentences.append(len(words))
            self.first_words[words[0].strip(",:;`")] += 1


CODE = frozenset((tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP))
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstring_lines(tree: ast.AST) -> set[int]:
    """Return the numbers of the lines of all texts that stand as statements of their own."""
    numbers: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            numbers.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return numbers


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions inside it."""
    for child in ast.iter_child_nodes(function):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from own_nodes(child)


def bound_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of a function's parameters and of all that it binds."""
    names = set()
    for node in own_nodes(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return names


def figures_of(folder: Path) -> Figures:
    """Return the figures of all Python files below a folder."""
    figures = Figures()
    for path in sorted(folder.rglob("*.py")):
        figures.add(path)
    return figures


def table(figures: Figures) -> str:
    """Return the figures as lines of a table."""
    documented = max(figures.first_words.total(), 1)
    questions = sum(figures.first_words[word] for word in QUESTIONS)
    lengths = sorted(figures.lengths) or [0]
    vague = len(figures.vague)
    rows = {
        "lines": f"{figures.lines:,}",
        "lines of code": f"{figures.code_lines:,}",
        "tokens": f"{figures.tokens:,}",
        "tokens a line of code": f"{figures.tokens / max(figures.code_lines, 1):.2f}",
        f"lines over {WIDE} letters": f"{figures.wide_lines:,}",
        "comments": f"{figures.comments:,}",
        "functions": f"{figures.functions:,}",
        "length of a function: median, 95 %, longest": f"{median(lengths):.0f}, "
        f"{lengths[int(0.95 * (len(lengths) - 1))]}, {lengths[-1]}",
        "functions with vague names": f"{vague} ({100 * vague / max(figures.functions, 1):.1f} %)",
        "walrus, comprehensions": f"{figures.walrus}, {figures.comprehensions}",
        "words of a docstring's first sentence": f"{mean(figures.sentences or [0]):.1f}",
        "docstrings that begin with a question word": f"{100 * questions / documented:.0f} %",
        "first words": ", ".join(f"{w} {n}" for w, n in figures.first_words.most_common(12)),
    }
    return "\n".join(f"{name:44} {value}" for name, value in rows.items())


def main() -> None:
    """Print the figures of each folder, or the places behind one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[PACKAGE])
    parser.add_argument("--vague", action="store_true", help="list functions with vague names")
    asked = parser.parse_args()
    for folder in asked.folders:
        figures = figures_of(folder)
        print(f"{folder}\n{table(figures)}\n")
        if asked.vague:
            print("\n".join(figures.vague))


if __name__ == "__main__":
    main()
