#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/by_fill.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

enum : std::uint64_t {
    object = 0x100,
    map = 0x108,
    sub_map = 0x110,
    node = 0x118,
    nodes = 0x120,
    list = 0x128,
    object_array = 0x130,
    identity = 0x138,
    bin = 0x140,
    other = 0x148
};

// A heap with these classes.
struct Collections : WrittenHprof {
    Collections() {
        class_(object, "java/lang/Object", 0, {});
        class_(map, "java/util/HashMap", object, {{"table", java_object}});
        class_(sub_map, "shop/Cache", map, {{"next", java_object}});
        class_(node, "java/util/HashMap$Node", object, {{"next", java_object}});
        class_(nodes, "[Ljava/util/HashMap$Node;", object, {});
        class_(list, "java/util/ArrayList", object, {{"elementData", java_object}});
        class_(object_array, "[Ljava/lang/Object;", object, {});
        class_(identity, "java/util/IdentityHashMap", object, {{"table", java_object}});
        class_(bin, "java/util/concurrent/ConcurrentHashMap$TreeBin", object, {{"first", java_object}});
        class_(other, "shop/Other", object, {{"table", java_object}});
    }
    void array(std::uint64_t id, std::uint64_t of, std::vector<std::uint64_t> elements, std::size_t room) {
        elements.resize(room);
        WrittenHprof::objects(id, of, elements);
    }
    void one(std::uint64_t id, std::uint64_t of, std::uint64_t field) { instance(id, of, data().id(field)); }
};

std::string band(WrittenHprof const& file, std::uint64_t address) {
    auto const heap = file.read();
    auto const grouping = trav::dump::by_java_fill(heap);
    for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
        if (heap.ids[n] == address) return grouping.bands[grouping.band_of[n]];
    return "no such object";
}

}  // namespace

TEST_CASE("jvm by fill: the entries of a map include entries that share a bucket", "[unit]") {
    Collections file;
    file.one(0x1000, map, 0x2000);
    file.array(0x2000, nodes, {0x3000, 0, 0x3010}, 16);
    file.one(0x3000, node, 0x3020), file.one(0x3010, node, 0x3030);
    file.one(0x3020, node, 0), file.one(0x3030, node, 0);
    CHECK(band(file, 0x1000) == "java.util.HashMap of 4-15 (25-50 % full)");
    CHECK(band(file, 0x2000) == "java.util.HashMap of 4-15 (25-50 % full)");
    CHECK(band(file, 0x3000) == "(no collection)");
    CHECK(band(file, object) == "(no collection)");
}

TEST_CASE("jvm by fill: a subclass of a collection is a collection, a look-alike is not", "[unit]") {
    Collections file;
    file.instance(0x1000, sub_map, file.data().id(0).id(0x2000));
    file.array(0x2000, nodes, {0x3000}, 4);
    file.one(0x3000, bin, 0x3010);                                   // a tree of entries
    file.one(0x3010, node, 0x3020), file.one(0x3020, node, 0x3010);  // a cycle, which no program makes
    file.one(0x1010, other, 0x2010);
    file.array(0x2010, object_array, {0x3000}, 100);
    CHECK(band(file, 0x1000) == "shop.Cache of 1-3 (50-75 % full)");
    CHECK(band(file, 0x1010) == "(no collection)");
    CHECK(band(file, 0x2010) == "java.lang.Object[] of 1-3 (0-25 % full)");
}

TEST_CASE("jvm by fill: lists, arrays, and empty ones", "[unit]") {
    Collections file;
    file.array(0x2000, object_array, {}, 0);  // the array of all empty lists
    file.one(0x1000, list, 0x2000), file.one(0x1010, list, 0x2000), file.one(0x1020, list, 0);
    file.one(0x1030, list, 0x2010);
    file.array(0x2010, object_array, {}, 10);
    file.one(0x1040, list, 0x2020);
    file.array(0x2020, object_array, {object, 0, object, object}, 4);
    file.one(0x1050, identity, 0x2030);
    file.array(0x2030, object_array, {object, list, node, 0}, 8);  // two keys, in room for four
    for (std::uint64_t const empty : {0x1000ul, 0x1010ul, 0x1020ul, 0x1030ul, 0x2010ul})
        CHECK(band(file, empty) == "java.util.ArrayList (empty)");
    CHECK(band(file, 0x2000) == "java.lang.Object[] (empty)");
    CHECK(band(file, 0x2020) == "java.util.ArrayList of 1-3 (75-100 % full)");
    CHECK(band(file, 0x1050) == "java.util.IdentityHashMap of 1-3 (50-75 % full)");
}

TEST_CASE("jvm by fill: the first object of a heap may be a collection, or an array of its own", "[unit]") {
    {
        WrittenHprof file;
        file.instance(0x1000, map, file.data().id(0x2000));
        file.objects(0x2000, object_array, {object, 0, 0, 0});
        file.class_(object, "java/lang/Object", 0, {});
        file.class_(object_array, "[Ljava/lang/Object;", object, {});
        file.class_(map, "java/util/HashMap", object, {{"table", java_object}});
        CHECK(band(file, 0x1000) == "java.util.HashMap of 1-3 (25-50 % full)");
    }
    {
        WrittenHprof file;
        file.objects(0x2000, object_array, {object, 0, 0, 0});
        file.class_(object, "java/lang/Object", 0, {});
        file.class_(object_array, "[Ljava/lang/Object;", object, {});
        CHECK(band(file, 0x2000) == "java.lang.Object[] of 1-3 (25-50 % full)");
    }
}
