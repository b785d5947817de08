"""Writes the heap of a Python program as JSON lines, for `heapprof dump`. The roots are the modules, the
variables of running functions, and what C code holds, such as the callbacks of atexit.

    python3 python_heap.py PROGRAM.py ARGUMENTS... > heap.jsonl     runs the program, then writes its heap

In a program of yours: `import python_heap; python_heap.write(open("heap.jsonl", "w"))`. In a server:
`python_heap.write_copy("heap.jsonl")`, which leaves the writing to a copy of the process. If the program runs
with `-X tracemalloc=5`, the heap has the lines where objects were made, for --by site: of the five innermost
calls, the innermost one outside of libraries.

Objects are looked at without running their code: a class may compute its attributes, even `__class__` and
`__dict__`, and fail or change the program. Only `__sizeof__` is called.
"""
import atexit, collections, contextlib, gc, json, os, sys, traceback, tracemalloc, types, weakref

named = types.FunctionType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType
descriptors = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType,
               types.GetSetDescriptorType, types.MemberDescriptorType)
backwards = -1 if gc.get_referents(["first", "last"])[0] == "last" else 1  # the collector visits elements


def of_type(cls, name):  # an attribute that `type` itself gives the class
    return type.__dict__[name].__get__(cls)


of_code = "co_consts", "co_names", "co_filename", "co_name"
of_function = "__code__", "__globals__", "__defaults__", "__kwdefaults__", "__closure__"


def fields_of(obj):  # the attributes that are stored in the object, by name
    if type(obj) is dict:
        return obj
    if type(obj) is types.CodeType:
        return {name: getattr(obj, name) for name in of_code}
    if type(obj) is types.FunctionType:
        its = [(name, getattr(obj, name)) for name in of_function]
        return obj.__dict__ | {name: value for name, value in its if value is not None}
    if issubclass(type(obj), type):
        return dict(of_type(obj, "__dict__"))
    for cls in of_type(type(obj), "__mro__"):
        stored = of_type(cls, "__dict__").get("__dict__")
        if type(stored) is types.GetSetDescriptorType or cls is types.ModuleType:
            return stored.__get__(obj)
    return {}


def text(value):
    return value if type(value) is str else ""


def name_and_module(obj, fields):  # of classes, functions and their like; otherwise empty
    while type(obj) is types.MethodType:
        obj = obj.__func__
    its = type(obj)
    if issubclass(its, type):
        return of_type(obj, "__qualname__"), text(of_type(obj, "__module__"))
    if its in named:
        return obj.__qualname__, text(obj.__module__) if its is types.FunctionType else ""
    if its in descriptors:
        return f"{of_type(obj.__objclass__, '__qualname__')}.{obj.__name__}", ""
    if issubclass(its, types.BuiltinFunctionType):
        of = obj.__self__
        cls = of if issubclass(type(of), type) else type(of)
        is_plain = of is None or issubclass(type(of), types.ModuleType)  # not a method
        prefix = "" if is_plain else of_type(cls, "__qualname__") + "."
        return prefix + obj.__name__, text(obj.__module__)
    stored = {key: value for key, value in fields if type(key) is str and its is not dict}
    return text(stored.get("__qualname__")), text(stored.get("__module__"))


def attribute_of_c(cls, name):
    for each in of_type(cls, "__mro__"):
        if stored := of_type(each, "__dict__").get(name):
            return stored if type(stored) in descriptors[3:] else None


def of_array(obj, name, arrays):  # what C code tells of an array, as of NumPy: its bytes, or whose part it is
    its = type(obj)
    if id(its) not in arrays:
        arrays[id(its)] = {each: attribute_of_c(its, each) for each in ("nbytes", "base")}
    stored = arrays[id(its)]
    try:
        return stored[name].__get__(obj) if stored["nbytes"] and stored[name] else None
    except Exception:
        return None


def base_of(obj, arrays):  # the array that an array is a part of, which the collector does not list
    of = of_array(obj, "base", arrays)
    return [] if of is None else [of]


def keys_of(obj, referents):  # the collector does not list the keys of a dictionary if all are strings
    keys = list(dict.keys(obj)) if issubclass(type(obj), dict) else []
    listed = set(map(id, referents)) if keys else ()
    return [key for key in keys if type(key) is str and id(key) not in listed]


def values_of(obj, arrays):
    its = type(obj)
    if its in (bool, float, type(None)) or its is int and abs(obj) < 2**63:
        return {"value": obj}
    nbytes = of_array(obj, "nbytes", arrays)
    return {"fields": {"nbytes": nbytes}} if type(nbytes) is int else {}


def next_key(keys):
    return keys.pop() if len(keys) > 1 else keys[0]


def size_of(obj):
    try:
        return sys.getsizeof(obj, 0)
    except Exception:
        return 0


def variables():  # of running functions: names by the id of the value, and the values
    names, kept = {}, []
    for frame in sys._current_frames().values():
        while frame:
            code = frame.f_code
            if code.co_flags & 1 and code.co_filename != __file__:  # of functions only, not of modules
                values = frame.f_locals
                names |= {id(value): f"{code.co_name}().{name}" for name, value in values.items()}
                kept.extend(values.values())
                if type(values) is dict:
                    values.clear()  # a copy, which the frame would keep
            frame = frame.f_back
    return names, kept


class Asked:  # equals nothing; has the ids of what it was compared with
    def __init__(self):
        self.ids = set()

    def __eq__(self, other):
        self.ids.add(id(other))
        return False


def has_own_equality(obj):  # a callable object of a class that compares by code of the program
    stored = [of_type(cls, "__dict__") for cls in of_type(type(obj), "__mro__")]
    equality = next(each["__eq__"] for each in stored if "__eq__" in each)
    return type(equality) is not types.WrapperDescriptorType and any("__call__" in each for each in stored)


def registered(held_by_c):  # the functions of atexit, which unregister() compares; none if that runs code
    asked = Asked()
    if not any(map(has_own_equality, held_by_c)):
        atexit.unregister(asked)
    return asked.ids


def roots_outside(found, modules, names):  # the names of roots out of reach of the modules
    seen, roots, held = set(), {}, collections.Counter()

    def reach(*todo):
        todo = list(todo)
        while todo:
            number = todo.pop()
            if number in found and number not in seen:
                seen.add(number)
                todo.extend(map(id, found[number][1]))
                todo.extend(map(id, found[number][2]))

    def add(number, obj):
        called = name_and_module(obj, list(dict.items(fields_of(obj))))[0]
        holder = "atexit" if number in at_exit else "(interpreter)"
        roots[number] = names.get(number, f"{holder} {called}".rstrip())

    reach(*modules)
    for obj, *_ in ((object(), [], []),):
        own = sys.getrefcount(obj)  # of an object that only `found` holds
    for obj, referents, more in found.values():
        for to in referents:
            held[id(to)] += 2  # by the object and by the list
        for to in more:
            held[id(to)] += 1
    at_exit = registered([obj for number, (obj, *_) in found.items()
                          if sys.getrefcount(obj) > held[number] + own])
    for number, (obj, *_) in found.items():
        if number not in seen and sys.getrefcount(obj) > held[number] + own:
            add(number, obj)
    reach(*roots)
    for number, (obj, *_) in found.items():  # the collector left them: something holds them
        if number not in seen:
            add(number, obj)
            reach(number)
    return roots


def thread_locals(objects):  # what each thread has in each threading.local
    all = (obj() for obj in objects if type(obj) is weakref.ref)
    return [obj for obj in all if of_type(type(obj), "__name__") == "_localdummy"]


def write_copy(path):  # returns when the process is copied; the file appears when it is whole
    gc.collect()
    # the copy has no other threads, and would free their variables and what they have in threading.local
    its_variables, objects = variables(), gc.get_objects()
    alive = thread_locals(objects)
    child = os.fork()
    if child != 0:
        os.waitpid(child, 0)
        return
    try:
        gc.disable()  # no finalizer runs in the copy
        if os.fork() == 0:  # a child of a child that has ended needs no other wait
            with open(f"{path}.{os.getpid()}", "w") as file:
                write(file, its_variables, objects)
            os.replace(file.name, path)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


standard_library = os.path.dirname(os.__file__) + os.sep, "<frozen "
of_packages = f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}"


def line_of(obj):  # where it was made: the innermost line of the program, or else of a library
    made = [str(line) for line in tracemalloc.get_object_traceback(obj) or [""]]
    own = [line for line in made
           if not line.startswith(standard_library) and not any(each in line for each in of_packages)]
    return (own or made)[-1]


def write(file, its_variables=None, todo=None):
    if its_variables is None:
        gc.collect()
        its_variables, todo = variables(), gc.get_objects()
    names, kept = its_variables
    todo += list(sys.modules.values()) + kept  # the same list, which will hold nothing
    found, arrays = {}, {}
    own = {id(mine) for mine in (todo, found, arrays, names, kept, its_variables)}
    while todo:  # also what the collector does not list, such as strings
        obj = todo.pop()
        if id(obj) not in found and id(obj) not in own:
            more = []
            if issubclass(type(obj), types.ModuleType):
                more = gc.get_referents(fields_of(obj))
            elif type(obj) is types.CodeType:
                more = list(fields_of(obj).values())  # which the collector does not list
            else:
                more = base_of(obj, arrays)
            referents = gc.get_referents(obj)
            referents += keys_of(obj, referents)
            found[id(obj)] = obj, referents, more
            todo.extend(referents + more)
    modules = {id(module): text(name) for name, module in list(sys.modules.items())}
    outside = roots_outside(found, modules, names)
    for number, (obj, referents, more) in found.items():
        its = type(obj)
        fields = list(dict.items(fields_of(obj)))  # at once: other threads may change it
        items = list(dict.items(obj)) if its is not dict and issubclass(its, dict) else []
        keys = {id(base): ["base"] for base in base_of(obj, arrays)}
        for key, value in reversed(fields + items):  # of several with one value, each has its own name
            if type(key) is str or its is dict and type(key) is int and 0 <= key < 10**9:
                keys.setdefault(id(value), []).append(key)
        shared = obj.__globals__ if its is types.FunctionType else its  # by many objects, as the type is
        if its in (list, tuple) and len(referents) == len(obj):
            referents, labels = referents[::backwards], range(len(obj))
        else:
            labels = (next_key(keys.get(id(to), [""])) for to in referents + more)
        refs = [{"id": id(to), "name": label} | ({"runtime": True} if to is its or to is shared else {})
                for to, label in zip(referents + more, labels) if id(to) in found]
        name, module = name_and_module(obj, fields)
        name = obj[:60] if its is str else name or modules.get(number, "")
        of_class = text(of_type(its, "__module__")).removeprefix("builtins")
        cls = f"{of_class}.{of_type(its, '__qualname__')}".removeprefix(".")
        package = (modules.get(number, "") or module or of_class).partition(".")[0]
        print(json.dumps({"id": number, "type": cls, "size": size_of(obj), "name": name,
                          "package": package, "site": line_of(obj),
                          "refs": refs, "roots": [of[number] for of in (modules, outside) if number in of],
                          **values_of(obj, arrays)}), file=file)
    # The end: a file without it was cut. An id is an address, which later objects may have again.
    print(json.dumps({"objects": len(found), "reused_ids": True}), file=file)


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    program = sys.modules["__main__"] = types.ModuleType("__main__")
    program.__file__ = sys.argv[0]
    ended = 0
    with contextlib.redirect_stdout(sys.stderr), open(sys.argv[0]) as source:
        try:
            exec(compile(source.read(), sys.argv[0], "exec"), program.__dict__)
        except SystemExit as end:
            ended = end.code
    write(sys.stdout)
    sys.exit(ended)
