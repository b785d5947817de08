// The memory of an object, and the words of deleters in the control blocks of shared_ptr.
#include <trav/graph/object_memory.hpp>

#include "catch.hpp"

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

namespace {

using Intervals = std::vector<std::pair<std::uintptr_t, std::uintptr_t>>;

std::size_t three_blocks(void const* object, trav::detail::OwnedBlocks* list) {
    auto const* const first = static_cast<char const*>(object);
    for (std::size_t const bytes : {5u, 0u, 30u})
        if (list != nullptr) list->add(first + 1000 + bytes, bytes, false);
    return 35;
}
Type type(std::size_t size, bool owns) {
    Type made;
    made.size = size;
    if (owns) made.owned = three_blocks;
    return made;
}
Intervals intervals(Object const& o) {
    Intervals all;
    each_interval(o, [&](std::uintptr_t begin, std::uintptr_t end) { all.emplace_back(begin, end); });
    return all;
}

/// A deleter with members, of a block with its own class or another.
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

TEST_CASE("object memory: its bytes, and the blocks that it owns", "[unit]") {
    auto const* const at = reinterpret_cast<char const*>(std::uintptr_t{0x4000'0000});
    std::uintptr_t const first = 0x4000'0000;
    Intervals const blocks{{first + 1005, first + 1010}, {first + 1030, first + 1060}};
    Type const none = type(0, false), array = type(0, true), plain = type(24, false), owner = type(24, true);
    CHECK(begin_of({at, &plain}) == first);
    CHECK(intervals({at, &none}).empty());
    CHECK(intervals({at, &plain}) == Intervals{{first, first + 24}});
    CHECK(intervals({at, &array}) == blocks);
    CHECK(intervals({at, &owner}) == Intervals{{first, first + 24}, blocks[0], blocks[1]});
    CHECK(all_bytes({at, &none}) == 0);
    CHECK(all_bytes({at, &plain}) == 24);
    CHECK(all_bytes({at, &array}) == 35);
    CHECK(all_bytes({at, &owner}) == 59);
}

#ifdef __GLIBCXX__
TEST_CASE("object memory: the words of a deleter lie between the counts and the pointer", "[unit]") {
    Type block_type = type(0, false);
    block_type.spelled = trav::detail::SharedBlock::name;
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
    CHECK(words(block, type(0, false)).empty());
    Type sized = block_type;
    sized.size = 64;
    CHECK(words(block, sized).empty());
}
#endif
