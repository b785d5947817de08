#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/collections.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

// Table sizes and chains as java.util.HashMap makes them; by_fill.cpp tests which objects are collections.
TEST_CASE("jvm collections: the longest bucket of each hash table", "[unit]") {
    enum : std::uint64_t { object = 0x100, map = 0x108, node = 0x110, nodes = 0x118, bin = 0x120 };
    WrittenHprof file;
    file.class_(object, "java/lang/Object", 0, {});
    file.class_(map, "java/util/HashMap", object, {{"table", java_object}});
    file.class_(node, "java/util/HashMap$Node", object, {{"next", java_object}});
    file.class_(nodes, "[Ljava/util/HashMap$Node;", object, {});
    file.class_(bin, "java/util/concurrent/ConcurrentHashMap$TreeBin", object, {{"first", java_object}});
    std::uint64_t next_id = 0x10000;
    auto const chain = [&](std::size_t length) {
        std::uint64_t first = 0;
        for (; length != 0; --length) {
            file.instance(next_id, node, file.data().id(first));
            first = next_id;
            next_id += 0x10;
        }
        return first;
    };
    auto const add = [&](std::uint64_t id, std::vector<std::uint64_t> buckets, std::size_t room) {
        buckets.resize(room);
        file.instance(id, map, file.data().id(id + 8));
        file.objects(id + 8, nodes, buckets);
    };
    add(0x1000, {chain(3), 0, chain(1), chain(2)}, 16);
    add(0x2000, {chain(1), chain(1)}, 4);  // no collision
    add(0x3000, {}, 0);
    std::uint64_t const tree = chain(9);
    file.instance(0x5000, bin, file.data().id(tree));
    add(0x4000, {0x5000, chain(1)}, 8);
    auto const heap = file.read();
    std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, std::uint64_t>> found;
    trav::dump::JavaCollections const collections(heap);
    for (auto const& each : collections.collisions())
        found.emplace_back(heap.ids[each.map], each.entries, each.buckets, each.longest);
    CHECK(found == std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, std::uint64_t>>{
                       {0x1000, 6, 16, 3}, {0x4000, 10, 8, 9}});
}
