#include "catch.hpp"
#include "support/message_of.hpp"

#include "written_hprof.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/selector.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using trav::dump::JvmHeap;
using trav::dump::Node;

namespace {

constexpr std::uint64_t object_class = 0x100, string_class = 0x108, class_class = 0x110,
                        reference_class = 0x118, weak_class = 0x120, thread_class = 0x128,
                        point_class = 0x130, bytes_class = 0x138, points_class = 0x140;

/// A file with the classes of every heap, with Base, and with Point, a subclass of Base.
WrittenHprof with_classes(std::size_t id_size = 8) {
    WrittenHprof file(id_size);
    file.class_(object_class, "java/lang/Object", 0, {});
    file.class_(string_class, "java/lang/String", object_class,
                {{"value", java_object}, {"hash", java_int}, {"coder", java_byte}});
    file.class_(class_class, "java/lang/Class", object_class, {{"module", java_object}, {"count", java_int}});
    file.class_(reference_class, "java/lang/ref/Reference", object_class,
                {{"referent", java_object}, {"next", java_object}});
    file.class_(weak_class, "java/lang/ref/WeakReference", reference_class, {});
    file.class_(thread_class, "java/lang/Thread", object_class, {{"name", java_object}});
    file.class_(bytes_class, "[B", object_class, {});
    return file;
}
void add_string(WrittenHprof& file, std::uint64_t id, std::string const& text) {
    file.instance(id, string_class, file.data().id(id + 0x20).u(4, 0).u(1, 0));
    file.primitives(id + 0x20, java_byte, static_cast<std::uint32_t>(text.size()), text);
}

Node node(JvmHeap const& heap, std::uint64_t id) {
    for (Node n = 0; n != heap.node_count(); ++n)
        if (heap.ids[n] == id) return n;
    FAIL("there is no " << id);
    return 0;
}
/// "x -> 0x1000, ~referent -> 0x2000": the edges except the one to the class; ~ marks weak ones.
std::string edges(JvmHeap const& heap, std::uint64_t id) {
    std::string text;
    heap.for_each_edge(node(heap, id), [&](JvmHeap::Edge const& edge) {
        if (heap.name(edge) == "<class>") return;
        text += (text.empty() ? "" : ", ") + std::string(strong(heap, edge) ? "" : "~") + heap.name(edge) +
                " -> " + heap.id(edge.to);
    });
    return text;
}
std::string type(JvmHeap const& heap, std::uint64_t id) { return type_name(heap, node(heap, id)); }
std::uint64_t size(JvmHeap const& heap, std::uint64_t id) { return heap.size(node(heap, id)); }

std::string error_of(std::string const& bytes, std::size_t block = 1 << 12) {
    std::istringstream stream(bytes);
    trav::dump::Input input(stream, "test.hprof", block);
    return test::message_of<trav::dump::Error>([&] { (void)trav::dump::read_hprof(input); });
}

}  // namespace

TEST_CASE("hprof: the fields of a class come before its superclass's", "[unit]") {
    std::size_t const id_size = GENERATE(4u, 8u);
    WrittenHprof file = with_classes(id_size);
    file.class_(0x148, "Base", object_class, {{"first", java_object}, {"flag", java_boolean}});
    file.class_(point_class, "shapes/Point", 0x148, {{"x", java_double}, {"next", java_object}});
    file.instance(0x1000, point_class, file.data().u(8, 0x3ff0).id(0x1040).id(0x1080).u(1, 1));
    file.instance(0x1040, point_class, file.data().u(8, 0).id(0).id(0x1040).u(1, 0));
    file.instance(0x1080, object_class, file.data());
    auto const heap = file.read();
    CHECK(type(heap, 0x1000) == "shapes.Point");
    CHECK(edges(heap, 0x1000) == "next -> 0x1040, first -> 0x1080");
    CHECK(edges(heap, 0x1040) == "first -> 0x1040");
    CHECK(edges(heap, 0x1080).empty());
    CHECK(heap.dangling == 0);
    CHECK(remark(heap).empty());
    CHECK(heap.source() == "test.hprof");
}

TEST_CASE("hprof: an instance may come before its class, a class before its superclass", "[unit]") {
    WrittenHprof file;
    file.load_class(0x200, "Late");
    file.load_class(0x208, "Later");
    file.instance(0x1000, 0x200, file.data().id(0x1040).id(0x1080));
    file.dump_class(0x200, 0x208, {{"own", java_object}});
    file.instance(0x1040, 0x200, file.data().id(0).id(0x1000));
    file.dump_class(0x208, 0, {{"inherited", java_object}});
    file.instance(0x1080, 0x208, file.data().id(0x1040));
    auto const heap = file.read();
    CHECK(edges(heap, 0x1000) == "own -> 0x1040, inherited -> 0x1080");
    CHECK(edges(heap, 0x1040) == "inherited -> 0x1000");
    CHECK(edges(heap, 0x1080) == "inherited -> 0x1040");
}

TEST_CASE("hprof: the fields of any number of superclasses", "[unit]") {
    WrittenHprof file;
    constexpr std::uint64_t deepest = 3000;
    std::vector<std::string> expected;
    Big data = file.data();
    for (std::uint64_t i = 0; i != deepest; ++i) {  // every third class has no references
        std::uint64_t const id = 0x1000 + 8 * i;
        std::string const name = "f" + std::to_string(i);
        WrittenHprof::Fields fields{{"number", java_short}};
        if (i % 3 != 0) fields.push_back({name, java_object});
        file.class_(id, "C" + std::to_string(i), i + 1 == deepest ? 0 : id + 8, fields);
        data.u(2, 1);
        if (i % 3 == 0) continue;
        data.id(id);
        expected.push_back(name + " -> " + std::to_string(id));
    }
    file.instance(0x90000, 0x1000, data);
    auto const heap = file.read();
    std::vector<std::string> found;
    heap.for_each_edge(node(heap, 0x90000), [&](JvmHeap::Edge const& edge) {
        if (heap.name(edge) != "<class>")
            found.push_back(heap.name(edge) + " -> " + std::to_string(heap.ids[edge.to]));
    });
    CHECK(found == expected);
    // a field is found in a logarithm of steps from class to class, as in JvmHeap::field_name()
    std::uint32_t most = 0;
    for (std::uint32_t left = 1; left <= 2000; ++left) {
        std::uint32_t steps = 0;
        auto const reaches = [&](std::uint32_t shape) { return heap.shapes[shape].references >= left; };
        for (std::uint32_t at = heap.shape_of[node(heap, 0x90000)]; reaches(heap.shapes[at].above); ++steps)
            at = reaches(heap.shapes[at].far_above) ? heap.shapes[at].far_above : heap.shapes[at].above;
        most = std::max(most, steps);
    }
    CHECK(most <= 3 * 11);                                  // 2^11 > 2000
    CHECK(size(heap, 0x90000) == 8 + 2 * 3000 + 4 * 2000);  // the classes leave room for compact headers
}

TEST_CASE("hprof: an array with the class of other objects does not change these", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(point_class, "shapes/Point", object_class, {{"x", java_object}, {"y", java_object}});
    file.instance(0x1000, point_class, file.data().id(0x1040).id(0x1000));
    file.objects(0x1040, point_class, {0x1000, 0, 0x1040});
    auto const heap = file.read();
    CHECK(edges(heap, 0x1000) == "x -> 0x1040, y -> 0x1000");
    CHECK(edges(heap, 0x1040) == "0 -> 0x1000, 2 -> 0x1040");
    CHECK(type(heap, 0x1040) == "shapes.Point");
    CHECK(heap.group_name(heap.group(node(heap, 0x1000))) == "object");
    CHECK(heap.group_name(heap.group(node(heap, 0x1040))) == "array");
    CHECK(size(heap, 0x1000) == 8 + 2 * 4);  // the classes leave room for compact headers
    CHECK(size(heap, 0x1040) == 12 + 3 * 4);
}

TEST_CASE("hprof: arrays, statics, class loaders, and references to missing objects", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(points_class, "[[Lshapes/Point;", object_class, {});
    file.class_(0x150, "Shop", object_class, {}, {{"sessions", 0x1000}, {"none", 0}, {"no", 0}}, 0x1080);
    file.objects(0x1000, points_class, {0, 0x1080, 0x7777, 0x1000});
    file.primitives(0x1040, java_long, 3, std::string(24, '\1'));
    file.primitives(0x1060, java_byte, 1, "x");
    file.objects(0x10a0, points_class, {});
    file.instance(0x1080, object_class, file.data());
    auto const heap = file.read();
    auto const its_class = [&](std::uint64_t id) {
        return heap.shapes[heap.shape_of[node(heap, id)]].of_class;
    };
    CHECK(its_class(0x1060) == node(heap, bytes_class));
    CHECK(its_class(0x1000) == node(heap, points_class));
    CHECK(heap.shape_of[node(heap, 0x10a0)] == heap.shape_of[node(heap, 0x1000)]);
    CHECK(size(heap, 0x150) == 8 + (4 + 4) + 3 * 4 + 4);  // fields of java.lang.Class, statics, padding
    CHECK(type(heap, 0x1000) == "shapes.Point[][]");
    CHECK(type(heap, 0x1040) == "long[]");
    CHECK(edges(heap, 0x1000) == "1 -> 0x1080, 3 -> 0x1000");
    CHECK(heap.dangling == 1);
    CHECK(remark(heap) == "1 reference leads to objects that are not in the file: left out");
    CHECK(type(heap, 0x150) == "java.lang.Class");
    CHECK(name(heap, node(heap, 0x150)) == "Shop");
    CHECK(edges(heap, 0x150) == "<super> -> 0x100, <loader> -> 0x1080, sessions -> 0x1000");
    CHECK(trav::dump::Selector("Shop.sessions[1]").find(heap) == std::vector{node(heap, 0x1080)});
    CHECK(heap.group_name(heap.group(node(heap, 0x150))) == "class");
    CHECK(heap.group_name(heap.group(node(heap, 0x1040))) == "array");
}

TEST_CASE("hprof: the time of writing, in milliseconds since 1970", "[unit]") {
    auto const written = [](std::uint64_t milliseconds) {
        WrittenHprof file(8, "1.0.2", milliseconds);
        file.class_(object_class, "java/lang/Object", 0, {});
        return file.read().written;
    };
    CHECK(written(0x0123'4567'89ab'cdef) == 0x0123'4567'89ab'cdef);
    CHECK(written(0) == 0);
}

TEST_CASE("hprof: a direct buffer has its outside memory", "[unit]") {
    auto const read = [](std::string const& name, JavaType type, std::string const& capacity,
                         std::string const& version = "1.0.2") {
        WrittenHprof file(8, version);
        file.class_(0x1000, "java/lang/Object", 0, {});
        file.class_(0x2000, "java/nio/Buffer", 0x1000,
                    {{"mark", java_int}, {capacity, type}, {"segment", java_object}});
        file.class_(0x3000, "java/nio/MappedByteBuffer", 0x2000, {{"fd", java_object}});
        file.class_(0x4000, name, 0x3000, {{"cleaner", java_object}, {"att", java_object}});
        auto const buffer = [&](std::uint64_t id, std::uint64_t att, std::uint64_t fd, std::uint64_t segment,
                                std::uint32_t bytes, std::uint64_t cleaner = 0x800) {
            file.instance(id, 0x4000, Big().id(cleaner).id(att).id(fd).u(4, 0).u(4, bytes).id(segment));
        };
        buffer(0x100, 0, 0, 0, 1 << 20);
        buffer(0x200, 0x100, 0, 0, 1 << 19);  // a slice
        buffer(0x300, 0, 0x800, 0, 1 << 18);  // a mapped file
        buffer(0x400, 0, 0, 0x800, 1 << 17);  // a view of a segment
        buffer(0x500, 0, 0, 0, 0);
        buffer(0x600, 0, 0, 0, 0xffffffff);  // no size
        buffer(0x700, 0, 0, 0, 3);
        buffer(0x780, 0, 0, 0, 1 << 16, 0);  // of native code
        file.instance(0x800, 0x1000, Big());
        return file.read();
    };
    auto const sizes = [](JvmHeap const& heap) {
        std::vector<std::uint64_t> all;
        for (Node n = 4; n != 12; ++n) all.push_back(heap.size(n));
        return all;
    };
    // 16 bytes of a header, two ints, four references
    std::uint64_t const own = 16 + 8 + 4 * 8;
    CHECK(sizes(read("java/nio/DirectByteBuffer", java_int, "capacity")) ==
          std::vector<std::uint64_t>{own + (1 << 20), own, own, own, own, own, own + 3, own});
    CHECK(sizes(read("java/nio/HeapByteBuffer", java_int, "capacity")) == std::vector<std::uint64_t>(8, own));
    CHECK(sizes(read("java/nio/DirectByteBuffer", java_int, "limit")) == std::vector<std::uint64_t>(8, own));
    CHECK(sizes(read("java/nio/DirectByteBuffer", java_float, "capacity")) ==
          std::vector<std::uint64_t>(8, own));

    CHECK(read("java/nio/DirectByteBuffer", java_int, "capacity").outside.size() == 2);
    CHECK(read("java.nio.DirectByteBuffer", java_int, "capacity", "1.0.3").outside.empty());  // Android
}

TEST_CASE("hprof: the salt of immutable sets tells virtual machines apart", "[unit]") {
    struct Static {
        std::string name;
        JavaType type;
        std::uint32_t value;
    };
    auto const process = [](std::string const& name, std::vector<Static> const& statics) {
        WrittenHprof file = with_classes();
        file.load_class(0x900, name);
        std::vector<std::uint64_t> names;
        for (Static const& each : statics) names.push_back(file.string(each.name));
        Big& heap = file.heap.u(1, 0x20).id(0x900).u(4, 0).id(object_class);
        for (int none = 0; none != 5; ++none) heap.id(0);
        heap.u(4, 0).u(2, 0).u(2, statics.size());
        for (std::size_t i = 0; i != statics.size(); ++i)
            heap.id(names[i]).u(1, statics[i].type).u(4, statics[i].value);
        heap.u(2, 0);
        auto const read = file.read();
        CHECK(size(read, 0x900) >= 4 * statics.size());
        return read.process;
    };
    std::string const sets = "java/util/ImmutableCollections";
    CHECK(process(sets, {{"SALT", java_int, 77}}) == 77);
    CHECK(process(sets, {{"EXPAND", java_int, 2}, {"SALT32L", java_int, 77}, {"MORE", java_int, 3}}) == 77);
    CHECK(process(sets, {{"EXPAND", java_int, 2}}) == 0);
    CHECK(process("java/util/Collections", {{"SALT", java_int, 77}}) == 0);
}

TEST_CASE("hprof: machinery is links to a class, and the runtime's links from a class", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(0x150, "Shop", object_class, {{"next", java_object}}, {{"first", 0x1000}}, 0x1040);
    file.instance(0x1000, 0x150, file.data().id(0x1000));
    file.instance(0x1040, object_class, file.data());
    auto const heap = file.read();
    std::string links;
    for (std::uint64_t const id : {0x150u, 0x1000u})
        heap.for_each_edge(node(heap, id), [&](JvmHeap::Edge const& edge) {
            if (machinery(heap)(edge)) links += heap.name(edge) + ' ';
        });
    CHECK(links == "<class> <super> <loader> <class> ");
}

TEST_CASE("hprof: a loader keeps its classes, and a class keeps its loader", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(0x150, "Loader", object_class, {{"classes", java_object}});
    file.class_(0x160, "Root", object_class, {}, {{"loader", 0x1000}});
    // The list of the loader has one of its two classes. `Late` has an unreachable instance.
    file.class_(0x170, "Listed", object_class, {}, {{"cache", 0x1080}}, 0x1000);
    file.class_(0x180, "Late", object_class, {}, {}, 0x1000);
    file.instance(0x1000, 0x150, file.data().id(0x1040));
    file.objects(0x1040, points_class, {0x170});
    file.instance(0x1080, object_class, file.data());
    file.instance(0x10c0, 0x180, file.data());
    file.root_class = 0x160;
    auto const heap = file.read();
    CHECK(edges(heap, 0x1000) == "classes -> 0x1040, <defined> -> 0x170, <defined> -> 0x180");
    CHECK(edges(heap, 0x180) == "<super> -> 0x100, <loader> -> 0x1000");
    std::uint32_t count = 0, made = 0;
    for (Node n = 0; n != heap.node_count(); ++n)
        heap.for_each_edge(n, [&](JvmHeap::Edge const& edge) {
            ++count;
            made += heap.name(edge) == "<defined>" && machinery(heap)(edge) && strong(heap, edge);
        });
    CHECK(count == heap.edge_count());
    CHECK(made == 2);
    // What would be freed without the list: the list.
    trav::dump::DumpGraph const graph(heap, [&](JvmHeap::Edge const& edge) { return strong(heap, edge); });
    auto const tree = trav::dominators(graph, trav::dump::roots(heap));
    auto const kept_by = [&](std::uint64_t id) { return *tree.dominators(node(heap, id)).begin(); };
    CHECK(kept_by(0x170) == node(heap, 0x1000));
    CHECK(kept_by(0x180) == node(heap, 0x1000));
    CHECK(kept_by(0x1040) == node(heap, 0x1000));
    CHECK(kept_by(0x1080) == node(heap, 0x170));
    CHECK_FALSE(tree.reached(node(heap, 0x10c0)));
}

TEST_CASE("hprof: a java.lang.ref.Reference holds its referent weakly", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(0x150, "Mine", object_class, {{"referent", java_object}});
    file.instance(0x1000, weak_class, file.data().id(0x1080).id(0x1040));
    file.instance(0x1040, 0x150, file.data().id(0x1080));
    file.instance(0x1080, object_class, file.data());
    auto const heap = file.read();
    CHECK(edges(heap, 0x1000) == "~referent -> 0x1080, next -> 0x1040");
    CHECK(edges(heap, 0x1040) == "referent -> 0x1080");
    // a subclass may have a field with the same name
    WrittenHprof twice = with_classes();
    twice.class_(0x150, "Named", weak_class, {{"referent", java_object}});
    twice.instance(0x1000, 0x150, twice.data().id(0x1040).id(0x1080).id(0));
    twice.instance(0x1040, object_class, twice.data());
    twice.instance(0x1080, object_class, twice.data());
    CHECK(edges(twice.read(), 0x1000) == "referent -> 0x1040, ~referent -> 0x1080");
    // and another library's class of this name has none
    WrittenHprof without;
    without.class_(reference_class, "java/lang/ref/Reference", 0, {{"to", java_object}});
    without.class_(0x150, "java/lang/ref/FinalReference", reference_class, {});
    without.instance(0x1000, 0x150, without.data().id(0x1000));
    without.instance(0x1040, 0x150, without.data().id(0x1000));
    CHECK(edges(without.read(), 0x1040) == "to -> 0x1000");
    CHECK(without.read().finalizable == 0);
}

TEST_CASE("hprof: strings, threads and class loaders are kinds of objects", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(0x150, "java/lang/ClassLoader", object_class, {});
    file.class_(0x158, "app.Loader", 0x150, {});
    add_string(file, 0x1000, "text");
    file.instance(0x1040, thread_class, file.data().id(0));
    file.instance(0x1080, 0x158, file.data());
    auto const heap = file.read();
    auto const group = [&](std::uint64_t id) { return heap.group_name(heap.group(node(heap, id))); };
    CHECK(group(0x1000) == "string");
    CHECK(group(0x1040) == "thread");
    CHECK(group(0x1080) == "class loader");
}

TEST_CASE("hprof: objects waiting for their finalizer are alive", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(0x150, "java/lang/ref/FinalReference", reference_class, {});
    file.class_(0x158, "java/lang/ref/Finalizer", 0x150, {});
    file.class_(0x160, "Slow", object_class, {{"part", java_object}}, {{"live", 0x1300}});
    auto const reference = [&](std::uint64_t id, std::uint64_t its_class, std::uint64_t referent) {
        file.instance(id, its_class, file.data().id(referent).id(0));
    };
    reference(0x1000, 0x158, 0x1100);       // waits, and holds a part
    reference(0x1020, 0x158, 0x1100);       // the same referent
    reference(0x1040, 0x158, 0x1300);       // alive by itself
    reference(0x1060, 0x158, 0);            // has run
    reference(0x1080, weak_class, 0x1400);  // weak: garbage
    file.instance(0x1100, 0x160, file.data().id(0x1200));
    file.instance(0x1200, object_class, file.data());
    file.instance(0x1300, 0x160, file.data().id(0));
    file.instance(0x1400, object_class, file.data());
    file.heap.u(1, 0x05).id(0x160);
    auto const heap = file.read();
    std::vector<std::uint64_t> waiting;
    for (auto const& root : heap.roots)
        if (heap.strings[root.name] == "waiting for finalizer") waiting.push_back(heap.ids[root.node]);
    CHECK(waiting == std::vector<std::uint64_t>{0x1100});
    CHECK(edges(heap, 0x1000).starts_with("~referent -> 0x1100"));
}

TEST_CASE("hprof: the name of a string is its characters", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(0x150, "OldString", string_class, {});
    add_string(file, 0x1000, "caf\xe9");
    file.instance(0x1100, string_class, file.data().id(0x1120).u(4, 0).u(1, 1));
    file.primitives(0x1120, java_byte, 4, std::string("\x3d\xd8\x00\xde", 4));  // U+1F600, little-endian
    file.instance(0x1200, string_class, file.data().id(0x1220).u(4, 0).u(1, 0));
    file.primitives(0x1220, java_char, 2, std::string("\x20\xac\x00!", 4));  // as before Java 9
    add_string(file, 0x1300, std::string(100, 'x'));
    file.instance(0x1400, string_class, file.data().id(0).u(4, 0).u(1, 0));
    auto const heap = file.read();
    CHECK(name(heap, node(heap, 0x1000)) == "caf\xc3\xa9");
    CHECK(name(heap, node(heap, 0x1100)) == "\xf0\x9f\x98\x80");
    CHECK(name(heap, node(heap, 0x1200)) == "\xe2\x82\xac!");
    CHECK(name(heap, node(heap, 0x1300)) == std::string(64, 'x'));
    CHECK(name(heap, node(heap, 0x1400)).empty());
}

TEST_CASE("hprof: roots are named after their threads and functions", "[unit]") {
    WrittenHprof file = with_classes();
    std::uint64_t const method = file.string("serve");
    file.record(4, file.data().id(0x9000).id(method).id(0).id(0).u(4, 0).u(4, 12).bytes);
    file.record(5, file.data().u(4, 77).u(4, 3).u(4, 2).id(0x9000).id(0x9999).bytes);
    add_string(file, 0x1000, "worker");
    file.instance(0x1100, thread_class, file.data().id(0x1000));
    add_string(file, 0x1040, "other");
    file.instance(0x1110, thread_class, file.data().id(0x1040));
    add_string(file, 0x1080, "zero");
    file.instance(0x1120, thread_class, file.data().id(0x1080));
    for (std::uint64_t id = 0x1200; id != 0x1280; id += 0x10) file.instance(id, object_class, file.data());
    file.heap.u(1, 0x03).id(0x1200).u(4, 3).u(4, 0);           // a frame, before its thread
    file.heap.u(1, 0x08).id(0x1100).u(4, 3).u(4, 77);          // the thread
    file.heap.u(1, 0x03).id(0x1200).u(4, 3).u(4, 0);           // again
    file.heap.u(1, 0x03).id(0x1210).u(4, 3).u(4, 9);           // a missing frame
    file.heap.u(1, 0x03).id(0x1210).u(4, 3).u(4, 2);           // the first one after the last
    file.heap.u(1, 0x02).id(0x1220).u(4, 3).u(4, 0xffffffff);  // JNI local
    file.heap.u(1, 0x08).id(0x1110).u(4, 2).u(4, 77);          // another thread
    file.heap.u(1, 0x04).id(0x1240).u(4, 2);                   // its native stack
    file.heap.u(1, 0x08).id(0x1120).u(4, 0).u(4, 77);          // its number stands for no thread
    file.heap.u(1, 0x01).id(0x1230).id(0x5555);                // JNI global
    file.heap.u(1, 0x04).id(0x1240).u(4, 3);                   // native stack
    file.heap.u(1, 0x05).id(string_class);                     // a class of the system
    file.heap.u(1, 0x06).id(0x1250).u(4, 4);                   // a missing thread
    file.heap.u(1, 0x07).id(0x1260).u(1, 0xff).id(0x1270);     // monitor; unknown
    file.heap.u(1, 0x07).id(0x6666);                           // a missing object
    file.root_class = 0;
    auto const heap = file.read();
    std::set<std::string> roots;
    heap.for_each_root(
        [&](Node n, std::string_view name) { roots.insert(heap.id(n) + " " + std::string(name)); });
    CHECK(roots == std::set<std::string>{"0x1100 thread worker", "0x1110 thread other", "0x1120 zero",
                                         "0x1240 thread other: native stack", "0x1200 thread worker: serve()",
                                         "0x1210 thread worker: local variable",
                                         "0x1220 thread worker: JNI local", "0x1230 JNI global",
                                         "0x1240 thread worker: native stack", "0x108 java.lang.String",
                                         "0x1250 block", "0x1260 monitor", "0x1270 unknown root"});
    CHECK(heap.roots.size() == roots.size());
    CHECK(heap.group_name(heap.group(node(heap, 0x1100))) == "thread");
    CHECK(trav::dump::Selector(R"(["thread worker"].name)").find(heap) == std::vector{node(heap, 0x1000)});
}

TEST_CASE("hprof: of several fields `name` of a thread, the last one with a text names it", "[unit]") {
    WrittenHprof file = with_classes();
    file.class_(0x150, "app.Worker", thread_class, {{"name", java_object}});
    add_string(file, 0x1000, "own");
    add_string(file, 0x1040, "inherited");
    file.instance(0x1100, 0x150, file.data().id(0x1000).id(0x1040));
    file.instance(0x1110, 0x150, file.data().id(0x1000).id(0x1100));  // not a text
    file.instance(0x1120, 0x150, file.data().id(0).id(0));
    for (unsigned const thread : {0u, 1u, 2u})
        file.heap.u(1, 0x08).id(0x1100 + 0x10 * thread).u(4, 5 + thread).u(4, 77);
    auto const heap = file.read();
    std::set<std::string> roots;
    heap.for_each_root([&](Node n, std::string_view name) {
        if (heap.group_name(heap.group(n)) == "thread") roots.emplace(name);
    });
    CHECK(roots == std::set<std::string>{"thread inherited", "thread own", "thread 7"});
}

TEST_CASE("hprof: nothing refers to the node of the classes, and it has no bytes", "[unit]") {
    auto const heap = with_classes().read();
    Node const globals = heap.globals().at(0);
    CHECK(heap.size(globals) == 0);
    for (Node n = 0; n != heap.node_count(); ++n)
        heap.for_each_edge(n, [&](auto const& edge) { CHECK(edge.to != globals); });
    std::uint32_t edges = 0;
    for (Node n = 0; n != heap.node_count(); ++n) heap.for_each_edge(n, [&](auto const&) { ++edges; });
    CHECK(heap.edge_count() == edges);
}

TEST_CASE("hprof: Android's roots and sizes", "[unit]") {
    WrittenHprof file(4, "1.0.3");
    file.class_(object_class, "java.lang.Object", 0, {}, {}, 0, 8);
    file.class_(0x150, "app.View", object_class, {{"parent", java_object}}, {}, 0, 20);
    file.heap.u(1, 0xfe).u(4, 65).id(file.string("app"));
    file.instance(0x1000, 0x150, file.data().id(0x1040));
    file.instance(0x1040, object_class, file.data());
    file.class_(0x158, "app.View[]", object_class, {}, {}, 0, 100);
    file.class_(class_class, "java.lang.Class", object_class, {}, {}, 0, 136);
    file.objects(0x1060, 0x158, {0x1000, 0, 0});
    file.heap.u(1, 0xc3).id(0x1080).u(4, 0).u(4, 100).u(1, java_byte);  // without its data
    for (unsigned const tag : {0x89u, 0x8au, 0x8bu, 0x8cu, 0x8du}) file.heap.u(1, tag).id(0x1000);
    file.heap.u(1, 0x8e).id(0x1000).u(4, 1).u(4, 0);
    file.heap.u(1, 0x90).id(0x1080);  // unreachable
    file.root_class = 0;
    auto const heap = file.read();
    CHECK(size(heap, 0x1000) == 20);
    CHECK(size(heap, 0x1040) == 8);
    CHECK(size(heap, 0x1060) == 24);  // 12 + 3 * 4
    CHECK(size(heap, 0x1080) == 112);
    CHECK(size(heap, 0x150) == 136);
    CHECK(heap.roots.size() == 6);
}

TEST_CASE("hprof: blocks of any length, and a file truncated anywhere", "[unit]") {
    WrittenHprof file = with_classes();
    add_string(file, 0x1000, "worker");
    file.class_(points_class, "[Ljava/lang/Object;", object_class, {});
    file.objects(0x1100, points_class, {0x1000, 0});
    std::string const whole = file.bytes();
    auto const expected = file.read();
    for (std::size_t const block : {1u, 2u, 3u, 7u, 64u}) {
        auto const heap = file.read(block);
        CHECK(heap.ids == expected.ids);
        CHECK(heap.slots == expected.slots);
        CHECK(name(heap, node(heap, 0x1000)) == "worker");
    }
    std::size_t accepted = 0;
    for (std::size_t length = 0; length != whole.size(); ++length) {
        std::string const error = error_of(whole.substr(0, length));
        if (error.empty()) ++accepted;
        else CHECK(error.find("test.hprof: ") == 0);
    }
    CHECK(accepted == 1);  // without the last record, the end of the heap
    CHECK(error_of(whole).empty());
}

TEST_CASE("hprof: error messages", "[unit]") {
    CHECK(error_of("JAVA PROFILE 2.0") == "test.hprof: byte 14: this is no hprof file: it does not begin "
                                          "with JAVA PROFILE 1.0.1, 1.0.2 or 1.0.3");
    CHECK(error_of("JAVA PROFILE 1.0.34") == "test.hprof: byte 19: this is no hprof file: it does not begin "
                                             "with JAVA PROFILE 1.0.1, 1.0.2 or 1.0.3");
    CHECK(error_of(WrittenHprof(5).bytes()) == "test.hprof: byte 23: ids of 5 bytes: 4 or 8 are due");
    auto const contains = [](WrittenHprof const& file, std::string const& text) {
        CAPTURE(error_of(file.bytes()));
        CHECK(error_of(file.bytes()).find(text) != std::string::npos);
    };
    WrittenHprof kind = with_classes();
    kind.heap.u(1, 0x77);
    contains(kind, "there is no object or root of kind 119");
    WrittenHprof fields = with_classes();
    fields.instance(0x1000, thread_class, fields.data().id(0).u(1, 0));
    contains(fields, "0x1000 has 9 bytes of fields, but java.lang.Thread has 8");
    WrittenHprof missing = with_classes();
    missing.instance(0x1000, 0x7777, missing.data());
    contains(missing, "the class of 0x1000, or one that it extends, is not in the file");
    WrittenHprof lost = with_classes();
    lost.root_class = 0x7777;
    contains(lost, "test.hprof: there is no root in it: is the file cut short?");
    WrittenHprof itself = with_classes();
    itself.class_(0x150, "shop/A", 0x150, {});
    contains(itself, "test.hprof: the class shop.A extends itself");
    WrittenHprof ring = with_classes();
    ring.class_(0x150, "shop/B", 0x158, {});  // extends one of the ring
    ring.class_(0x158, "shop/C", 0x160, {});
    ring.class_(0x160, "shop/D", 0x158, {});
    ring.instance(0x1000, 0x150, ring.data());
    contains(ring, "test.hprof: the class shop.C extends itself");
    WrittenHprof type = with_classes();
    type.primitives(0x1000, static_cast<JavaType>(3), 0, "");
    contains(type, "there is no type 3 of fields");
    WrittenHprof references = with_classes();
    references.primitives(0x1000, java_object, 0, "");
    contains(references, "an array of numbers has references");
    WrittenHprof length = with_classes();
    length.file.u(1, 2).u(4, 0).u(4, 3).u(4, 1).id(0).u(4, 0).id(0);
    contains(length, "a record of kind 2 is 3 bytes long, but what is in it 24");
}

TEST_CASE("hprof: the error of a truncated file names the truncated record", "[unit]") {
    auto const cut = [](std::uint8_t tag, std::uint8_t begin = 0) {  // after two bytes of a record of twenty
        WrittenHprof file;
        file.file.u(1, tag).u(4, 0).u(4, 20).u(1, begin).u(1, 0);
        return error_of(file.file.bytes);
    };
    std::string const ends = "test.hprof: byte 42: the file ends inside ";
    CHECK(cut(0x01) == ends + "a string");
    CHECK(cut(0x02) == ends + "a class");
    CHECK(cut(0x04) == ends + "a stack frame");
    CHECK(cut(0x05) == ends + "a stack trace");
    CHECK(cut(0x0d) == ends + "a record");
    CHECK(cut(0x1c, 0x05) == ends + "the heap");
    WrittenHprof file;
    file.record(1, "12345678");  // a string of no characters
    CHECK(error_of(file.file.u(1, 1).u(4, 0).bytes) ==
          "test.hprof: byte 53: the file ends inside the head of a record");
}

// The histogram is from the virtual machine itself, right after the dump. The dump has none of HotSpot's own
// fields.
TEST_CASE("hprof: a dump of HotSpot 17 has the sizes of its histogram", "[conformance]") {
    trav::dump::Input input("example/data/shop.hprof.gz");
    auto const heap = trav::dump::read_hprof(input);
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> ours;
    for (Node n = 0; n != heap.node_count(); ++n) {
        auto& [objects, bytes] = ours[type_name(heap, n)];
        ++objects, bytes += heap.size(n);
    }
    std::set<std::string> const added_to{
        "java.lang.Class",
        "java.lang.Module",
        "java.lang.Thread",
        "java.lang.invoke.MemberName",
        "java.lang.invoke.MethodHandleNatives$CallSiteContext",
        "java.lang.invoke.ResolvedMethodName",
        "java.lang.ref.Finalizer$FinalizerThread",
        "java.lang.ref.Reference$ReferenceHandler",
        "java.util.concurrent.ForkJoinPool",
        "jdk.internal.loader.ClassLoaders$AppClassLoader",
        "jdk.internal.loader.ClassLoaders$BootClassLoader",
        "jdk.internal.loader.ClassLoaders$PlatformClassLoader",
        "jdk.internal.misc.InnocuousThread",
    };
    std::ifstream histogram("test/data/jvm/shop.histogram.txt");
    std::string line;
    std::size_t compared = 0;
    while (std::getline(histogram, line)) {
        std::istringstream words(line);
        std::string number, called;
        std::uint64_t objects = 0, bytes = 0;
        if (!(words >> number >> objects >> bytes >> called) || number.back() != ':') continue;
        std::string const type = trav::dump::detail::java_name(called);
        auto const at = ours.find(type);
        if (at == ours.end() || at->second.first != objects || added_to.contains(type)) continue;
        CAPTURE(type);
        CHECK(at->second.second == bytes);
        ++compared;
    }
    CHECK(compared > 300);
    CHECK(ours["Shop$Session"] == std::pair<std::uint64_t, std::uint64_t>(4500, 108000));
    CHECK(heap.dangling == 0);
    auto const sessions = trav::dump::Selector("Shop.sessions").find(heap);
    CHECK(type_name(heap, sessions.at(0)) == "java.util.LinkedHashMap");
}
