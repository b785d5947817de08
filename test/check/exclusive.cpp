#include <trav/check/exclusive.hpp>

#include <trav/profile/dominator.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using trav::exclusive;
using trav::in;
using namespace trav::literals;

TEST_CASE("bytes are written as literals", "[unit]") {
    static_assert(3_KiB == 3072 && 2_MiB == 2097152 && 5_GiB == 5368709120);
    CHECK(1_GiB == 1024 * 1_MiB);
}

namespace {

struct Numbers : test::ShapeGraph {
    std::size_t size(int n) const { return static_cast<std::size_t>(100 + n); }
};

struct Blob {
    char bytes[1000] = {};
};
struct Cache {
    std::vector<std::unique_ptr<Blob>> blobs;
    std::shared_ptr<Blob> last;
};
struct Server {
    Cache cache;
    std::vector<Cache> others;
    std::shared_ptr<Blob> last;
};

}  // namespace

template <>
struct trav::Described<Blob> : trav::Members<> {};
template <>
struct trav::Described<Cache> : trav::Members<&Cache::blobs, &Cache::last> {};
template <>
struct trav::Described<Server> : trav::Members<&Server::cache, &Server::others, &Server::last> {};

TEST_CASE("exclusive: equals the dominator tree's retained amount", "[property]") {
    test::RandomGraphs random(5);
    for (int i = 0; i != 4 * test::RandomGraphs::kinds; ++i) {
        test::Shape const shape = random.graph(i % test::RandomGraphs::kinds, 15);
        INFO(shape.name);
        Numbers const graph{{&shape}};
        auto const tree = trav::dominators(graph, shape.roots);
        for (int n = 0; n != shape.size(); ++n)
            if (tree.reached(n)) CHECK(exclusive(in(graph, shape.roots), n).amount == tree.retained(n));
    }
}

TEST_CASE("exclusive: a member of a struct counts like an object", "[unit]") {
    Server server;
    for (int i = 0; i != 3; ++i) server.cache.blobs.push_back(std::make_unique<Blob>());
    server.others.resize(2);
    server.others[1].blobs.push_back(std::make_unique<Blob>());
    server.cache.last = server.last = std::make_shared<Blob>();
    trav::Objects<> const heap;

    std::uint64_t const cache = heap.size(trav::object(server.cache));
    CHECK(exclusive(in(server), server.cache).amount == trav::Amount{cache + 3000, 4});
    CHECK(exclusive(in(server), server.others[1]).amount.objects == 2);
    CHECK(exclusive(in(server), server.others[0]).amount.objects == 1);
    CHECK(exclusive(in(server), server.last).amount == trav::Amount{1000, 1});
    server.last.reset();  // now only the cache has it, including its control block
    auto const more = exclusive(in(server), server.cache);
    CHECK(more.amount.objects == 6);
    CHECK(more.amount.bytes > cache + 4000);
    // also if there is a pointer to the cache, or into its contents
    CHECK(exclusive(in(server, server.cache.blobs[0]), server.cache).amount.objects == 5);
    CHECK(exclusive(in(server, &server.cache), server.cache).amount.objects == 6);
    CHECK(exclusive(in(server), server).amount.objects == 7);  // includes the cache
}

TEST_CASE("exclusive: compares by bytes, and describes its contents", "[unit]") {
    Server server;
    for (int i = 0; i != 3; ++i) server.cache.blobs.push_back(std::make_unique<Blob>());
    auto const held = exclusive(in(server), server.cache);
    CHECK(held < 4_KiB);
    CHECK(held > 3000);
    CHECK(!(held < held.amount.bytes));
    CHECK(held <= held.amount.bytes);
    CHECK(held == held.amount.bytes);
    std::ostringstream text;
    text << held;
    CHECK(text.str().find(" in 4 objects, held only by Cache:\npath ") != std::string::npos);
    CHECK(text.str().find("\n  .blobs[] -> Blob  2.93 KiB") != std::string::npos);
    std::unique_ptr<Blob> const nothing;
    CHECK(exclusive(in(server), nothing) == 0);
}
