"""Loads a student's controller from its file."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import linecache
import re
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from wsusim.control.controller import Controller
from wsusim.control.neighbours import LoadHooks, Neighbourhood
from wsusim.control.report import report_failure
from wsusim.control.source_file import (
    SourceFile,
    compile_source,
    find_file,
    read_source,
    split_spec,
    syntax_error,
)
from wsusim.control.subclassing import (
    BadMember,
    check_class,
    check_overwritten,
    has_style,
    period_ticks,
)
from wsusim.errors import ControllerLoadError, Misuse
from wsusim.model.text import nearest
from wsusim.shipped import shipped_folder

STUDENTS_MODULES = "wsusim_student_"
"""So begin the names under which controllers' files are loaded."""

_NUMBERS = itertools.count(1)
"""Two loads of one file are two modules, so that two robots don't share its variables."""


CACHES = threading.Lock()
"""Held while Python forgets where files are: two threads at it at once end in a KeyError."""


@dataclass(frozen=True, slots=True)
class LoadedController:
    """A controller class, and the file it came from."""

    cls: type[Controller]
    file: Path
    """Absolute."""
    class_name: str
    source: str
    sha256: str
    """Of the file's bytes."""

    def create(self) -> Controller:
        """Return a new controller, not yet bound to a robot.

        Raises:
            ControllerLoadError: Its constructor fails, or needs arguments.
        """
        _check_arguments(self)
        try:
            controller = self.cls()
            check_overwritten(controller)
            period_ticks(controller.period)
        except BaseException as failure:
            line = self._init_line()
            raise _failed(failure, self.file, f"{self.class_name}() failed", line) from failure
        return controller

    def _init_line(self) -> int | None:
        """Return the line of the constructor, or of the class if that isn't in the file."""
        code = getattr(inspect.getattr_static(self.cls, "__init__"), "__code__", None)
        if code is not None and code.co_filename == str(self.file):
            return int(code.co_firstlineno)
        return _class_line(self.source, self.cls)


def load_controller(spec: str, hooks: LoadHooks | None = None) -> LoadedController:
    """Return the one controller that ``file.py``, ``file.py:Class`` or a ready one's name denotes.

    Raises:
        ControllerLoadError: There is none, or there are several; says which, and where.
    """
    found = load_controllers(spec, hooks)
    if len(found) > 1:
        names = " or ".join(f"{_short(found[0].file)}:{loaded.class_name}" for loaded in found)
        raise ControllerLoadError(
            f"{found[0].file.name} has {len(found)} controllers. Say which one: {names}. Where "
            "only the file is named, as in a lab, keep one of them in it.",
            str(found[0].file),
        )
    return found[0]


def load_controllers(spec: str, hooks: LoadHooks | None = None) -> tuple[LoadedController, ...]:
    """Return all controllers of a file, in the order of their definition (at least one).

    Args:
        spec: ``file.py`` or ``file.py:Class``.
        hooks: What else is to happen to the files.

    Raises:
        ControllerLoadError: The file can't be loaded, or has no controller; says where.
    """
    name, wanted = split_spec(spec)
    text = None if hooks is None else hooks.text_of(name)
    if text is None:
        source = read_source(find_file(name))
    else:
        source = SourceFile(Path(name), text, sha256(text.encode()).hexdigest())
    module = run_module(source, hooks)
    return tuple(
        LoadedController(cls, source.path, cls.__name__, source.text, source.sha256)
        for cls in _chosen(source, module, wanted)
    )


def run_module(source: SourceFile, hooks: LoadHooks | None = None) -> ModuleType:
    """Run a controller's file as a module with a unique name.

    Raises:
        ControllerLoadError: It fails; says where.
    """
    code = compile_source(source, None if hooks is None else hooks.lines.put_into)
    _remember_lines(source)
    module = ModuleType(f"{STUDENTS_MODULES}{next(_NUMBERS)}_{source.path.stem}")
    module.__file__ = str(source.path)
    module.__package__ = ""
    neighbourhood = Neighbourhood(source.path.parent, hooks)
    if hooks is not None:
        hooks.note(str(source.path), source.text)
        hooks.switch()
    neighbourhood.adopt(module, source.path.stem)
    sys.modules[module.__name__] = module
    with CACHES:
        importlib.invalidate_caches()  # a neighbour may have been written a moment ago
    try:
        with neighbourhood.at_work():
            exec(code, module.__dict__)
    except BaseException as failure:
        del sys.modules[module.__name__]
        what = f"{source.path.name} can't be loaded"
        raise _failed(failure, source.path, what, source=source.text) from failure
    return module


def _remember_lines(source: SourceFile) -> None:
    """Make errors quote lines as they run now: a file may be edited between runs, and during one.

    Neighbours that were edited are read again when they are quoted.
    """
    for name in list(linecache.cache):
        # Of several files at a time, it fails where another thread forgets one of them meanwhile.
        with suppress(KeyError):
            linecache.checkcache(name)
    path = str(source.path)
    linecache.cache[path] = (len(source.text), None, source.text.splitlines(keepends=True), path)


def _chosen(source: SourceFile, module: ModuleType, wanted: str | None) -> list[type[Controller]]:
    """Return the controller classes that a spec denotes; at least one."""
    classes = _classes(module)
    controllers = [cls for cls in classes if issubclass(cls, Controller)]
    if wanted is not None:
        controllers = [_named(source, module, controllers, wanted)]
    if not controllers:
        line = _class_line(source.text, classes[0]) if classes else None
        where = f"{source.path.name}, line {line}: there is" if line else f"{source.path.name} has"
        raise ControllerLoadError(
            f"{where} no controller. {_advice_without_controller(classes, source)}",
            str(source.path),
            line,
        )
    chosen = [cls for cls in controllers if _is_complete(cls, controllers)] or controllers[:1]
    for cls in chosen:
        try:
            check_class(cls)
        except Misuse as failure:
            file, line = source.path, _class_line(source.text, cls)
            if isinstance(failure, BadMember):
                file, line = _member_place(source, failure.owner, failure.name)
            raise ControllerLoadError(
                f"{file.name}, line {line}: {failure}", str(file), line
            ) from failure
    return chosen


def _is_complete(cls: type[Controller], among: list[type[Controller]]) -> bool:
    """Return whether a class is meant to drive: not a base of another one, and not abstract."""
    is_base = any(other is not cls and issubclass(other, cls) for other in among)
    return has_style(cls) and not is_base and not inspect.isabstract(cls)


def _member_place(source: SourceFile, owner: type, name: str) -> tuple[Path, int | None]:
    """Return file and line in which a class defines a name; at worst those of the class."""
    member: Any = vars(owner)[name]
    code = getattr(getattr(member, "fget", None) or inspect.unwrap(member), "__code__", None)
    if code is not None and Path(code.co_filename).is_file():
        return Path(code.co_filename), code.co_firstlineno
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.ClassDef) and node.name == owner.__name__:
            for statement in node.body:
                if name in {part.id for part in ast.walk(statement) if isinstance(part, ast.Name)}:
                    return source.path, statement.lineno
    return source.path, _class_line(source.text, owner)


def _classes(module: ModuleType) -> list[type]:
    """Return the classes that a module itself defines; a second name for one does not count."""
    found: list[type] = []
    for value in vars(module).values():
        if (
            isinstance(value, type)
            and value.__module__ == module.__name__
            and not any(value is known for known in found)
        ):
            found.append(value)
    return found


def _named(
    source: SourceFile, module: ModuleType, controllers: list[type[Controller]], wanted: str
) -> type[Controller]:
    """Return the controller class with this name."""
    found = [cls for cls in controllers if cls.__name__ == wanted]
    if found:
        return found[0]
    thing: Any = getattr(module, wanted, None)
    names = [cls.__name__ for cls in controllers]
    if isinstance(thing, type) and issubclass(thing, Controller):
        advice = f"{wanted} is not defined in this file, only imported. Name the file it is in."
    elif isinstance(thing, type):
        advice = f"{wanted} is not a controller. Write `class {wanted}(Controller):`."
    elif thing is not None:
        advice = f"{wanted} exists, but it is not a class."
    else:
        guess = nearest(wanted, names)
        has = f"It has: {', '.join(names)}." if names else "The file has no controller at all."
        advice = f"There is no class {wanted}. {f'Did you mean {guess}?' if guess else has}"
    raise ControllerLoadError(f"{source.path.name}: {advice}", str(source.path))


def _advice_without_controller(classes: list[type], source: SourceFile) -> str:
    if told := _written_for(source.text):
        return told
    if not classes:
        return "Write one: `from wsusim import Controller`, then `class MyRobot(Controller):`."
    names = ", ".join(cls.__name__ for cls in classes)
    first = classes[0].__name__
    return f"The file has {names}; did you forget to inherit? Write `class {first}(Controller):`."


def _check_arguments(loaded: LoadedController) -> None:
    """Raise when the constructor can't be called without arguments."""
    init = inspect.getattr_static(loaded.cls, "__init__")
    needed = [
        parameter.name
        for parameter in list(inspect.signature(init).parameters.values())[1:]
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if needed:
        line = loaded._init_line()
        raise ControllerLoadError(
            f"{loaded.file.name}, line {line}: {loaded.class_name}.__init__ needs "
            f"{', '.join(needed)}, but wsusim doesn't pass it. Give it a default value, such as "
            f"`{needed[0]}=3`.",
            str(loaded.file),
            line,
        )


def _class_line(text: str, cls: type) -> int | None:
    """Return the line in which a class begins, as far as a look at the text can tell."""
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"\s*class\s+{re.escape(cls.__name__)}\b", line):
            return number
    return None


def _failed(
    failure: BaseException, path: Path, what: str, line: int | None = None, source: str = ""
) -> ControllerLoadError:
    """Return the error for student code that failed before it had its robot."""
    report = report_failure(failure, path.parent)
    if isinstance(failure, SyntaxError):
        return syntax_error(failure, path)
    file, line = report.file or str(path), report.line or line
    message = report.message
    if isinstance(failure, SystemExit):
        way_out = "Remove that call: wsusim starts and ends the program."
        message += f" {_written_for(source) or way_out}"
    elif isinstance(failure, ImportError) and "relative import" in report.message:
        message += ". Without the dot it works: `import helper`."
    where = f"{Path(file).name}, line {line}: " if line else f"{Path(file).name}: "
    hints = "".join(f" {hint}" for hint in report.hints)
    return ControllerLoadError(f"{where}{what}. {message}{_stop(message)}{hints}", file, line)


def _written_for(source: str) -> str:
    from wsusim.control.other_programs import by_imports  # most programs are controllers

    return by_imports(source)


def _stop(message: str) -> str:
    return "" if message.endswith((".", "!", "?")) else "."


def _short(file: Path) -> str:
    """Return what a person types for a controller's file in its folder."""
    return file.stem if file.parent == shipped_folder("controllers").resolve() else file.name
