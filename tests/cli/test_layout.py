"""How the command line is laid out: who sees what the parser has read, and that no module leads back to itself."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import irassay.cli

ROOM = Path(irassay.cli.__file__).parent
MODULES = {
    ".".join(("irassay.cli", *path.relative_to(ROOM).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in ROOM.rglob("*.py")
}
TREES = {name: ast.parse(path.read_text()) for name, path in MODULES.items()}
# What reads the arguments, and the options, which turn texts into values and say which were given.
READERS = {"irassay.cli.parser", "irassay.cli.main", "irassay.cli.options"}
# It hands all its options on by their names, to the overview and to the sheets.
HANDS_ON = "irassay.cli.verbs.report"


def test_what_the_parser_has_read_ends_at_the_verbs():
    told = {name for name, path in MODULES.items() if "Namespace" in path.read_text()}
    assert {name for name in told - READERS if not name.startswith("irassay.cli.verbs.")} == set()


def test_of_a_verb_only_what_runs_it_takes_what_the_parser_has_read():
    taking = {
        (name, function.name)
        for name, tree in TREES.items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and name.startswith("irassay.cli.verbs.")
        for argument in (*function.args.args, *function.args.kwonlyargs)
        if argument.annotation is not None and "Namespace" in ast.unparse(argument.annotation)
    }
    assert {function for name, function in taking if name != HANDS_ON} == {"run"}


def _imports(tree):
    """Modules of the command line that one imports, anywhere in it, for its types included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield from {whole, str(node.module)} & set(MODULES) if whole not in MODULES else {whole}


def test_no_module_of_the_command_line_leads_back_to_itself():
    leads_to = {name: set(_imports(tree)) - {name} for name, tree in TREES.items()}
    assert len(list(TopologicalSorter(leads_to).static_order())) == len(MODULES)  # raises CycleError, and names them
