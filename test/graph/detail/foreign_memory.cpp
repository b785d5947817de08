// Tables and nodes are laid out by hand, in blocks from malloc, whose sizes malloc_usable_size tells. The
// sizes are those of 64 bits.
#include <trav/graph/detail/foreign_memory.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#if defined __GLIBC__ && SIZE_MAX > UINT32_MAX
#include <malloc.h>

using trav::detail::ForeignMemory;
using trav::detail::OwnedBlocks;

namespace {

struct Free {
    void operator()(char* p) const { std::free(p); }
};

using Memory = std::unique_ptr<char, Free>;

// A block with this usable size, 8 less than a multiple of 16. malloc sometimes gives 16 bytes more.
class Block {
  public:
    explicit Block(std::size_t usable) {
        std::vector<Memory> larger;
        do {
            larger.emplace_back(static_cast<char*>(std::calloc(usable, 1)));
        } while (malloc_usable_size(larger.back().get()) != usable && larger.size() != 1000);
        bytes_ = std::move(larger.back());
        REQUIRE(size() == usable);
    }
    char* at(std::size_t offset) const { return bytes_.get() + offset; }
    std::size_t size() const { return malloc_usable_size(bytes_.get()); }
    void lead_to(std::size_t offset, void const* p) const { std::memcpy(at(offset), &p, sizeof p); }

  private:
    Memory bytes_;
};

// What is found of a container with these words, and with elements of `bytes` bytes.
ForeignMemory found(std::initializer_list<void const*> words, std::size_t bytes,
                    std::vector<void const*> const& elements = {}) {
    std::vector<void const*> const container(words);
    ForeignMemory memory(container.data(), container.size() * sizeof(void*), bytes);
    for (void const* const element : elements) memory.add_element(element);
    return memory;
}

class Listed : public OwnedBlocks {
  public:
    Listed()
        : OwnedBlocks([](OwnedBlocks& self, void const* block, std::size_t bytes, bool pointers) {
              CHECK(pointers);
              static_cast<Listed&>(self).blocks.emplace_back(block, bytes);
          }) {}
    std::vector<std::pair<void const*, std::size_t>> blocks;
};
using Blocks = decltype(Listed::blocks);

Blocks tables(ForeignMemory const& memory) {
    Listed list;
    memory.list_tables(list);
    return list.blocks;
}
Blocks node(ForeignMemory const& memory, void const* element) {
    Listed list;
    memory.list_node(element, list);
    return list.blocks;
}

// 20 nodes of a size, and a table that leads to one of them.
struct Nodes {
    explicit Nodes(std::size_t usable) {
        for (int i = 0; i != 20; ++i) blocks.emplace_back(usable);
        table.lead_to(128, blocks[0].at(0));
    }
    std::vector<void const*> elements(std::size_t place) const {
        std::vector<void const*> all;
        for (Block const& block : blocks) all.push_back(block.at(place));
        return all;
    }
    // Whether elements of `bytes` bytes, `place` bytes behind the beginnings of their nodes, are found.
    bool are_found(std::size_t place, std::size_t bytes) const {
        auto memory = found({table.at(0)}, bytes, elements(place));
        if (!memory.is_hash_table(32)) return false;
        CHECK(memory.has_nodes());
        CHECK(memory.bytes() == table.size() + 20 * blocks[0].size());
        CHECK(node(memory, blocks[7].at(place)) == Blocks{{blocks[7].at(0), blocks[7].size()}});
        return true;
    }
    Block table{264};  // 32 words, and a few bytes
    std::vector<Block> blocks;
};

// Elements in a table, 32 bytes apart.
std::vector<void const*> inside(Block const& table, std::size_t count) {
    std::vector<void const*> all;
    for (std::size_t i = 0; i != count; ++i) all.push_back(table.at(32 * i));
    return all;
}

}  // namespace

TEST_CASE("foreign memory: only words that lead to blocks count", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Block const block(104);
    int local = 0;
    CHECK(found({}, 8).is_empty());
    CHECK(found({nullptr, &local, block.at(4), block.at(32)}, 8).is_empty());
    CHECK(!found({block.at(0)}, 8).is_empty());
    CHECK(!found({nullptr, block.at(8)}, 8).is_empty());  // behind a word that nothing leads to
}

TEST_CASE("foreign memory: a table with all elements in it", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Block const table(1000);
    auto const is_table = [&](std::vector<void const*> const& elements, std::size_t buckets) {
        auto memory = found({table.at(0)}, 24, elements);
        return memory.is_hash_table(buckets) && !memory.has_nodes();
    };
    CHECK(is_table(inside(table, 20), 32));
    CHECK_FALSE(is_table({}, 32));  // nothing tells a table from other memory
    auto const memory = found({table.at(0)}, 24, inside(table, 20));
    CHECK(memory.bytes() == 1000);
    CHECK(tables(memory) == Blocks{{table.at(0), 1000}});
    // An element that ends with the table, and one that ends behind it.
    CHECK(is_table({table.at(0), table.at(976)}, 32));
    CHECK_FALSE(is_table({table.at(0), table.at(977)}, 32));
    Block const other(1000);
    CHECK_FALSE(is_table({table.at(0), other.at(32)}, 32));
    // Two blocks, although the second one leads to the table.
    Block const second(40);
    second.lead_to(0, table.at(64));
    CHECK_FALSE(found({table.at(0), second.at(0)}, 24, inside(table, 20)).is_hash_table(32));
}

TEST_CASE("foreign memory: the size of a table fits the number of its buckets", "[unit]") {
    if (!trav::detail::has_headers()) return;
    // With elements of 16 bytes a bucket has at least 17 bytes, and at most 40. There may be 64 more, and 128
    // bytes: (11 + 64) * 40 + 128 = 3128.
    auto const fits = [](std::size_t size, std::size_t buckets) {
        Block const table(size);
        return found({table.at(0)}, 16, inside(table, 5)).is_hash_table(buckets);
    };
    CHECK(fits(3128, 11));
    CHECK_FALSE(fits(3144, 11));
    CHECK(fits(3128, 184));  // 184 * 17 = 3128
    CHECK_FALSE(fits(3128, 185));
    CHECK_FALSE(fits(3112, 184));
}

TEST_CASE("foreign memory: the size of an array fits its capacity", "[unit]") {
    if (!trav::detail::has_headers()) return;
    auto const fits = [](std::size_t size, std::size_t room, std::size_t elements) {
        Block const table(size);
        return found({table.at(0)}, 24, inside(table, elements)).is_array(room);
    };
    CHECK(fits(264, 11, 3));  // 11 * 24 = 264
    CHECK_FALSE(fits(264, 12, 3));
    CHECK(fits(392, 11, 3));  // 128 bytes more
    CHECK_FALSE(fits(408, 11, 3));
    CHECK_FALSE(fits(264, 11, 0));
    Block const table(264), other(264);
    CHECK_FALSE(found({table.at(0)}, 24, {table.at(0), other.at(0)}).is_array(11));
    CHECK_FALSE(found({table.at(0), other.at(0)}, 24, {table.at(0)}).is_array(11));
}

TEST_CASE("foreign memory: a large block may have a page more", "[unit]") {
    if (!trav::detail::has_headers()) return;
    std::size_t const bytes = 200'000;
    Memory const large(static_cast<char*>(std::calloc(bytes, 1)));
    std::size_t const usable = malloc_usable_size(large.get());
    auto const fits = [&](std::size_t room) { return found({large.get()}, 8, {large.get()}).is_array(room); };
    CHECK(fits(usable / 8));
    CHECK_FALSE(fits(usable / 8 + 1));
    std::size_t const least = (usable - 4096 - 128 + 7) / 8;
    CHECK(fits(least));
    CHECK_FALSE(fits(least - 1));
}

TEST_CASE("foreign memory: elements in nodes of their own", "[unit]") {
    if (!trav::detail::has_headers()) return;
    // The element may be at 0 to 47 bytes, and behind it there may be 80 more, and malloc's rounding.
    Nodes const nodes(104);
    for (std::size_t const place : {0u, 8u, 16u, 24u, 32u, 40u}) {
        INFO(place);
        CHECK(nodes.are_found(place, 104 - place));
        CHECK(nodes.are_found(place, std::max<std::size_t>(24 - std::min<std::size_t>(place, 23), 1)));
        CHECK_FALSE(nodes.are_found(place, 105 - place));
    }
    CHECK(nodes.are_found(16, 8));
    CHECK_FALSE(nodes.are_found(16, 7));
    CHECK_FALSE(nodes.are_found(48, 8));
    // All have the place of the first one.
    auto elements = nodes.elements(16);
    elements[11] = nodes.blocks[11].at(8);
    CHECK_FALSE(found({nodes.table.at(0)}, 24, elements).is_hash_table(32));
    elements[11] = nodes.blocks[11].at(32);
    CHECK_FALSE(found({nodes.table.at(0)}, 24, elements).is_hash_table(32));
    elements[11] = nodes.table.at(32);
    CHECK_FALSE(found({nodes.table.at(0)}, 24, elements).is_hash_table(32));
}

TEST_CASE("foreign memory: the table of nodes has a word or two for each bucket", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Nodes nodes(40);
    auto const is_table = [&](std::size_t buckets) {
        return found({nodes.table.at(0)}, 16, nodes.elements(8)).is_hash_table(buckets);
    };
    CHECK(is_table(33));
    CHECK_FALSE(is_table(34));
    CHECK(is_table(1));
    // Without a word that leads to the first node; also to its last byte, or past it.
    auto const leads = [&](void const* to) {
        nodes.table.lead_to(128, to);
        return is_table(32);
    };
    CHECK_FALSE(leads(nullptr));
    CHECK_FALSE(leads(nodes.blocks[1].at(0)));
    CHECK(leads(nodes.blocks[0].at(39)));
    CHECK_FALSE(leads(nodes.blocks[0].at(40)));
    CHECK_FALSE(leads(nodes.blocks[0].at(0) - 1));
    nodes.table.lead_to(256, nodes.blocks[0].at(8));  // its last word
    CHECK(leads(nullptr));
}

TEST_CASE("foreign memory: a second table leads to the first one", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Nodes const nodes(40);
    Block const second(72), third(56);
    auto const is_table = [&](std::initializer_list<void const*> words) {
        return found(words, 16, nodes.elements(8)).is_hash_table(32);
    };
    void const* const table = nodes.table.at(0);
    CHECK_FALSE(is_table({table, second.at(0)}));
    second.lead_to(0, nodes.table.at(64));
    CHECK(is_table({table, second.at(0)}));
    CHECK(is_table({second.at(0), table}));  // the table is the larger one
    CHECK_FALSE(is_table({table, second.at(0), third.at(0)}));
    CHECK_FALSE(is_table({third.at(0), table, second.at(0)}));
    CHECK(is_table({table, nodes.table.at(8), second.at(0)}));  // twice the same
    auto memory = found({second.at(0), table}, 16, nodes.elements(8));
    REQUIRE(memory.is_hash_table(32));
    CHECK(memory.bytes() == 264 + 72 + 20 * 40);
    CHECK(tables(memory) == Blocks{{table, 264}, {second.at(0), 72}});
}

#endif
