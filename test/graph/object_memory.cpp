// The memory of an object, and the words of deleters in the control blocks of shared_ptr.
#include <trav/graph/object_memory.hpp>

#include "catch.hpp"
#include "support/unread_objects.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

using trav::Object;
using trav::Type;
using trav::detail::all_bytes;
using trav::detail::begin_of;
using trav::detail::each_interval;
using trav::detail::each_word_of_deleter;
using namespace test::unread;

namespace {

using Intervals = std::vector<std::pair<std::uintptr_t, std::uintptr_t>>;

Intervals intervals(Object const& o) {
    Intervals all;
    each_interval(o, [&](std::uintptr_t begin, std::uintptr_t end) { all.emplace_back(begin, end); });
    return all;
}

/// A deleter with members, or an object in a block.
struct Wide {
    void const* members[3]{};
    void operator()(int* p) const { delete p; }
};
std::vector<std::uintptr_t> words(void const* block, Type const& its) {
    std::vector<std::uintptr_t> all;
    each_word_of_deleter({block, &its}, [&](std::uintptr_t word) { all.push_back(word); });
    return all;
}

}  // namespace

TEST_CASE("object memory: its bytes, and its own blocks", "[unit]") {
    Type const no_bytes = type("", 0), some_bytes = type("", 24), no_bytes_owning = type("", 0, true),
               some_bytes_owning = type("", 24, true);
    std::vector<Block> const its{{1005, 5}, {1000, 0}, {1030, 30}};
    Object const none = at(0, no_bytes), plain = at(8, some_bytes), array = at(100, no_bytes_owning, its),
                 owner = at(200, some_bytes_owning, its);
    Intervals const blocks{{base + 1005, base + 1010}, {base + 1030, base + 1060}};
    CHECK(begin_of(plain) == base + 8);
    CHECK(intervals(none).empty());
    CHECK(intervals(plain) == Intervals{{base + 8, base + 32}});
    CHECK(intervals(array) == blocks);
    CHECK(intervals(owner) == Intervals{{base + 200, base + 224}, blocks[0], blocks[1]});
    CHECK(all_bytes(none) == 0);
    CHECK(all_bytes(plain) == 24);
    CHECK(all_bytes(array) == 35);
    CHECK(all_bytes(owner) == 59);
}

#ifdef __GLIBCXX__
TEST_CASE("object memory: the words of a deleter lie between the counts and the pointer", "[unit]") {
    Type const block_type = type(trav::detail::SharedBlock::name, 0),
               sized = type(trav::detail::SharedBlock::name, 64);
    int const targets[3] = {};
    auto const shared = std::shared_ptr<int>(new int(1), Wide{{&targets[2], nullptr, &targets[0]}});
    void const* const block = trav::detail::shared_block(shared);
    std::vector<std::uintptr_t> const members{begin_of({&targets[2], nullptr}), 0,
                                              begin_of({&targets[0], nullptr})};
    auto const found = words(block, block_type);
    std::size_t const given = trav::detail::malloc_block(begin_of({block, nullptr}));
    if (given == 0) {  // unknown
        CHECK(found.empty());
        return;
    }
    // the last word is the pointer, or behind it
    REQUIRE(found.size() >= 3);
    CHECK(found.size() == (given - trav::detail::shared_counts - 1) / sizeof(void*));
    CHECK(std::vector(found.begin(), found.begin() + 3) == members);
    // of another class, of another type, and with an object in it
    auto const made = std::make_shared<Wide>();
    CHECK(words(trav::detail::shared_block(made), block_type).empty());
    CHECK(words(block, type("", 0)).empty());
    CHECK(words(block, sized).empty());
}
#endif
