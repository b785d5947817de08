"""Writes the heap of a Python program as JSON lines, for `heapprof dump`. The roots are the modules.

    python3 python_heap.py PROGRAM.py ARGUMENTS... > heap.jsonl     runs the program, then writes its heap

In a program of yours: `import python_heap; python_heap.write(open("heap.jsonl", "w"))`. If it runs with
`-X tracemalloc`, the heap has the lines where objects were made, for --by site.
"""
import contextlib, gc, json, sys, tracemalloc, types


def write(file):
    gc.collect()
    todo, found = gc.get_objects() + list(sys.modules.values()), {}
    while todo:  # also what the collector does not list, such as strings
        obj = todo.pop()
        if id(obj) not in found and obj is not todo and obj is not found:
            fields = obj.__dict__ if isinstance(obj, types.ModuleType) else ()
            found[id(obj)] = obj, gc.get_referents(obj) + gc.get_referents(fields)
            todo.extend(found[id(obj)][1])
    modules = {id(module): name for name, module in sys.modules.items()}
    for number, (obj, referents) in found.items():
        fields = obj if type(obj) is dict else getattr(obj, "__dict__", {})
        names = {id(value): key for key, value in fields.items() if type(key) is str}
        shared = (type(obj), getattr(obj, "__globals__", obj))  # what all objects, or functions, lead to
        refs = [{"id": id(to), "name": names.get(id(to), "")} |
                ({"runtime": True} if any(to is one for one in shared) else {})
                for to in referents if id(to) in found]
        name = obj[:60] if type(obj) is str else getattr(obj, "__qualname__", modules.get(number, ""))
        cls = f"{type(obj).__module__}.{type(obj).__qualname__}".removeprefix("builtins.")
        package = str(getattr(obj, "__module__", None) or type(obj).__module__).partition(".")[0]
        made = tracemalloc.get_object_traceback(obj) or [""]
        print(json.dumps({"id": number, "type": cls, "size": sys.getsizeof(obj, 0), "name": str(name),
                          "package": package, "site": str(made[-1]),
                          "refs": refs, "roots": [modules[number]] if number in modules else []}), file=file)


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    program = sys.modules["__main__"] = types.ModuleType("__main__")
    with contextlib.redirect_stdout(sys.stderr), open(sys.argv[0]) as source:
        exec(compile(source.read(), sys.argv[0], "exec"), program.__dict__)
    write(sys.stdout)
