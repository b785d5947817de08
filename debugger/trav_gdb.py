"""Pretty-printers of trav's objects, stores and sets for gdb.

    (gdb) source /usr/local/share/trav/trav_gdb.py
    (gdb) print root
    $1 = chat::Room at 0x7fffffffe0c0 = {*address = {topic = "lobby", ...}}
    (gdb) print store
    $2 = trav::Hashed, 2 touched = {[8] = 80, [9] = 90}

Put the first line into ~/.gdbinit. doc/objects.md has more.
"""

import gdb
import gdb.printing


def elements(vector):
    """The elements of a std::vector of libstdc++ or libc++, or of a trav::detail::Array."""
    names = [field.name for field in vector.type.strip_typedefs().fields()]
    if "items_" in names:
        at = vector["items_"]
        end = at + vector["size_"]
    elif "__begin_" in names:
        at, end = vector["__begin_"], vector["__end_"]
    else:
        at, end = vector["_M_impl"]["_M_start"], vector["_M_impl"]["_M_finish"]
    while at != end:
        yield at.dereference()
        at += 1


def text(view):
    """The characters of a std::string_view of libstdc++ or libc++."""
    try:
        return view["_M_str"].string(length=int(view["_M_len"]))
    except gdb.error:
        return view["__data_"].string(length=int(view["__size_"]))


def is_empty(type):
    """Whether it is a class without members, as the data of a policy that declares none."""
    type = type.strip_typedefs()
    return type.code == gdb.TYPE_CODE_STRUCT and all(
        field.is_base_class and is_empty(field.type) for field in type.fields()
    )


class Object:
    """An address and a type: the object there."""

    def __init__(self, value):
        self.address = value["address"]
        self.spelled = text(value["type"]["spelled"]) if int(self.address) and int(value["type"]) else ""
        self.spelled = self.spelled.replace("{anonymous}", "(anonymous namespace)")  # as g++ spells it

    def to_string(self):
        return "%s at 0x%x" % (self.spelled, int(self.address)) if self.spelled else "no object"

    def children(self):
        try:
            pointer = gdb.lookup_type(self.spelled).pointer() if self.spelled else None
        except gdb.error:
            pointer = None  # nothing is known of its members, as of char[]
        if pointer:
            yield "*address", self.address.cast(pointer).dereference()


class Amount:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "%d bytes in %d objects" % (int(self.value["bytes"]), int(self.value["objects"]))


class Store:
    """Nodes that this pass has touched, with their data."""

    def __init__(self, value):
        self.value = value
        self.name = value.type.strip_typedefs().name.split("<")[0]

    def touched(self):
        now = int(self.value["epoch_"])
        if self.name.endswith("Dense"):
            slots = ((gdb.Value(i), slot) for i, slot in enumerate(elements(self.value["slots_"])))
        else:
            slots = ((entry["node"], entry["slot"]) for entry in elements(self.value["entries_"]))
        return [(node, slot["data"]) for node, slot in slots if int(slot["epoch"]) == now]

    def to_string(self):
        return "%s, %d touched" % (self.name, len(self.touched()))

    def children(self):
        for node, data in self.touched():
            yield "[%s]" % node.format_string(), "touched" if is_empty(data.type) else data


class InternedSets:
    """All sets by their numbers. 0 is the empty one, 1 is MANY."""

    def __init__(self, value):
        sets = value["sets_"]["keys_"]
        self.words = [int(word) for word in elements(sets["words_"])]
        self.begins = [int(begin) for begin in elements(sets["begins_"])]

    def members(self, number):
        words = self.words[self.begins[number - 2] : self.begins[number - 1]]
        if len(words) > 1 and words[0] > words[1]:  # last element, first, two halves, size
            return self.members(words[2]) + self.members(words[3])
        return words

    def to_string(self):
        return "%d sets" % (len(self.begins) - 1)

    def children(self):
        for number in range(2, len(self.begins) + 1):
            yield "[%d]" % number, "{%s}" % ", ".join(map(str, self.members(number)))


printers = gdb.printing.RegexpCollectionPrettyPrinter("trav")
printers.add_printer("Object", "^trav::Object$", Object)
printers.add_printer("Amount", "^trav::Amount$", Amount)
printers.add_printer("Dense", "^trav::Dense<.*>$", Store)
printers.add_printer("Hashed", "^trav::Hashed<.*>$", Store)
printers.add_printer("InternedSets", "^trav::BasicInternedSets<.*>$", InternedSets)
gdb.printing.register_pretty_printer(None, printers, replace=True)
