#include "catch.hpp"

#include "../written_hprof.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace {

/// A heap of two arrays of three references each, `room` bytes apart, and two objects with an int and a
/// reference, `for_object` bytes apart. Others have as much room as they need.
trav::dump::JvmHeap heap_with_room(std::uint64_t room, std::uint64_t for_object) {
    WrittenHprof file;
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x200, "Pair", 0x100, {{"number", java_int}, {"other", java_object}});
    file.class_(0x300, "[Ljava/lang/Object;", 0x100, {});
    file.class_(0x400, "Int", 0x100, {{"number", java_int}});
    file.class_(0x500, "Long", 0x100, {{"number", java_long}});
    file.class_(0x600, "Link", 0x100, {{"next", java_object}});
    file.instance(0x800, 0x400, file.data().u(4, 1));
    file.instance(0x840, 0x600, file.data().id(0));
    file.instance(0x880, 0x500, file.data().u(8, 1));
    file.primitives(0x880 + 24, java_double, 3, std::string(24, '\0'));
    file.primitives(0x900, java_byte, 4, "abcd");
    file.objects(0x1000, 0x300, {0, 0, 0});
    file.objects(0x1000 + room, 0x300, {0, 0, 0});
    file.instance(0x2000, 0x200, file.data().u(4, 1).id(0));
    file.instance(0x2000 + for_object, 0x200, file.data().u(4, 1).id(0));
    return file.read();
}
std::uint64_t size_of(trav::dump::JvmHeap const& heap, std::string const& type) {
    for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
        if (type_name(heap, n) == type) return heap.size(n);
    return 0;
}

}  // namespace

// HotSpot's headers are 16, 12 or 8 bytes, or 24, 16 or 12 for arrays; references are 8 or 4 bytes.
TEST_CASE("jvm sizes: the largest layout for which no objects overlap", "[unit]") {
    struct Case {
        std::uint64_t room, for_object, array, object;
    };
    for (Case const c :
         {Case{48, 32, 48, 32}, Case{40, 24, 40, 24}, Case{32, 24, 32, 24}, Case{24, 16, 24, 16}}) {
        auto const heap = heap_with_room(c.room, c.for_object);
        CHECK(size_of(heap, "java.lang.Object[]") == c.array);
        CHECK(size_of(heap, "Pair") == c.object);
    }
    auto const last = heap_with_room(48, 16);  // only the last two objects are close
    CHECK(size_of(last, "java.lang.Object[]") == 24);
    CHECK(size_of(last, "Pair") == 16);
}

TEST_CASE("jvm sizes: each layout to the byte", "[unit]") {
    struct Case {
        std::uint64_t room, for_object, an_int, a_long, a_link, bytes, doubles;
    };
    for (Case const c : {Case{48, 32, 24, 24, 24, 32, 48}, Case{40, 24, 16, 24, 24, 24, 40},
                         Case{32, 24, 16, 24, 16, 24, 40}, Case{24, 16, 16, 16, 16, 16, 40}}) {
        auto const heap = heap_with_room(c.room, c.for_object);
        INFO(c.room);
        CHECK(size_of(heap, "Int") == c.an_int);
        CHECK(size_of(heap, "Long") == c.a_long);
        CHECK(size_of(heap, "Link") == c.a_link);
        CHECK(size_of(heap, "byte[]") == c.bytes);      // 4
        CHECK(size_of(heap, "double[]") == c.doubles);  // 3, aligned
    }
}

// -XX:ObjectAlignmentInBytes=16, as for heaps of 32 GB and more
TEST_CASE("jvm sizes: sizes are multiples of the alignment of all addresses", "[unit]") {
    struct Case {
        std::uint64_t stride, objects, array, object;
    };
    for (Case const c : {Case{16, 200, 48, 16}, Case{32, 200, 64, 32}, Case{256, 200, 256, 256},
                         Case{512, 200, 256, 256}, Case{8, 200, 24, 8}, Case{16, 20, 40, 16},
                         Case{16, 97, 48, 16}, Case{16, 96, 40, 16},  // of 100 addresses, and of 99
                         Case{20, 200, 40, 16}}) {
        WrittenHprof file;
        file.class_(0x10000, "java/lang/Object", 0, {});
        file.class_(0x20000, "Leaf", 0x10000, {});
        file.primitives(0x30000, java_byte, 12, "Hello, world");
        for (std::uint64_t i = 0; i != c.objects; ++i)
            file.instance(0x100000 + (0x1000 / c.stride + i) * c.stride, 0x20000, file.data());
        auto const heap = file.read();
        INFO(c.stride << ' ' << c.objects);
        CHECK(size_of(heap, "byte[]") == c.array);
        CHECK(size_of(heap, "Leaf") == c.object);
    }
}

TEST_CASE("jvm sizes: arrays of numbers, and a 32-bit machine", "[unit]") {
    WrittenHprof file(4);
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x200, "Pair", 0x100, {{"number", java_long}, {"other", java_object}});
    file.instance(0x1000, 0x200, file.data().u(8, 1).id(0));
    file.class_(0x300, "Long", 0x100, {{"number", java_long}});
    file.class_(0x400, "[Ljava/lang/Object;", 0x100, {});
    file.instance(0x1080, 0x300, file.data().u(8, 1));
    file.primitives(0x1100, java_short, 3, std::string(6, '\0'));
    file.primitives(0x1200, java_double, 3, std::string(24, '\0'));
    file.primitives(0x1300, java_byte, 4, "abcd");
    file.objects(0x1400, 0x400, {0, 0, 0});
    auto const heap = file.read();
    CHECK(size_of(heap, "Long") == 16);                // 8 + 8
    CHECK(size_of(heap, "byte[]") == 16);              // 12 + 4
    CHECK(size_of(heap, "java.lang.Object[]") == 24);  // 12 + 3 * 4
    CHECK(size_of(heap, "Pair") == 24);                // 8 + 8 + 4
    CHECK(size_of(heap, "short[]") == 24);             // 12 + 6
    CHECK(size_of(heap, "double[]") == 40);            // 16 + 24
}

// Android writes the size of an instance with its class.
TEST_CASE("jvm sizes: Android's instances have the size in the file", "[unit]") {
    WrittenHprof file(4, "1.0.3");
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x200, "Pair", 0x100, {{"number", java_long}, {"other", java_object}}, {}, 0, 28);
    file.instance(0x1000, 0x200, file.data().u(8, 1).id(0));
    file.class_(0x300, "Long", 0x100, {{"number", java_long}});
    file.class_(0x400, "[Ljava/lang/Object;", 0x100, {}, {}, 0, 99);  // not the size of an array
    file.instance(0x1080, 0x300, file.data().u(8, 1));
    file.primitives(0x1100, java_byte, 4, "abcd");
    file.objects(0x1400, 0x400, {0, 0, 0});
    auto const heap = file.read();
    CHECK(size_of(heap, "Pair") == 28);
    CHECK(size_of(heap, "Long") == 16);                // 8 + 8: the file does not say it
    CHECK(size_of(heap, "java.lang.Object[]") == 24);  // 12 + 3 * 4
    CHECK(size_of(heap, "byte[]") == 16);              // 12 + 4
}

TEST_CASE("jvm sizes: a class is an instance of java.lang.Class plus its static fields", "[unit]") {
    WrittenHprof file(4);
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x200, "java/lang/Class", 0x100, {{"module", java_object}, {"count", java_int}});
    file.class_(0x300, "Shop", 0x100, {{"next", java_object}}, {{"a", 0}, {"b", 0}, {"c", 0}});
    auto const heap = file.read();
    std::map<std::string, std::uint64_t> sizes;
    for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
        sizes[std::string(name(heap, n))] = heap.size(n);
    CHECK(sizes["java.lang.Object"] == 16);  // 8 + 4 + 4
    CHECK(sizes["Shop"] == 32);              // plus 3 * 4
}
