// The blocks of containers: those with possible pointers, and the sizes of those from operator new, as
// malloc tells them. test/graph/owned_bytes.cpp compares them with a counting allocator.
#include <trav/detail/malloc_bytes.hpp>
#include <trav/graph/detail/buffers.hpp>
#include <trav/graph/owned_bytes.hpp>

#include "catch.hpp"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

using trav::detail::buffer_bytes;
using trav::detail::path_bytes;

namespace {

struct Block {
    void const* begin;
    std::size_t bytes;
    bool pointers;
};
/// The blocks listed by f(list). It returns their sum, with and without a list.
std::vector<Block> listed(auto const& f) {
    std::vector<Block> all;
    auto const pass = [&](void const* block, std::size_t bytes, bool pointers) {
        all.push_back({block, bytes, pointers});
    };
    trav::detail::BlocksTo<decltype(pass)> list(pass);
    std::size_t const told = f(&list);
    std::size_t sum = 0;
    for (Block const& block : all) sum += block.bytes;
    CHECK(told == sum);
    CHECK(f(static_cast<trav::detail::OwnedBlocks*>(nullptr)) == sum);
    return all;
}
/// Whether malloc gave these blocks for requests of their sizes, if it is glibc's.
bool are_from_malloc(std::vector<Block> const& blocks) {
    for (Block const& block : blocks) {
        std::size_t const given = trav::detail::has_headers() ? trav::detail::malloc_bytes(block.begin) : 0;
        if (given != 0 && !trav::detail::may_be_for(block.bytes, given) &&
            !trav::detail::may_be_for(block.bytes, given, 16))
            return false;
    }
    return true;
}
/// The number of blocks with possible pointers, and of others.
template <class V>
std::pair<std::size_t, std::size_t> blocks(V const& container) {
    auto const all = listed([&](auto* list) { return buffer_bytes(container, list); });
    CHECK(are_from_malloc(all));
    std::size_t pointers = 0;
    for (Block const& block : all) pointers += block.pointers;
    return {pointers, all.size() - pointers};
}
using Counts = std::pair<std::size_t, std::size_t>;
std::vector<Block> of_path(std::filesystem::path const& path) {
    return listed([&](auto* list) { return path_bytes(path, list); });
}

}  // namespace

TEST_CASE("buffers: a listed block is passed on, and its bytes are returned", "[unit]") {
    int const block = 0;
    auto const all = listed([&](auto* list) {
        return trav::detail::listed(list, &block, 100) + trav::detail::listed(list, &block, 7, false);
    });
    REQUIRE(all.size() == 2);
    CHECK((all[0].begin == &block && all[0].bytes == 100 && all[0].pointers));
    CHECK((all[1].begin == &block && all[1].bytes == 7 && !all[1].pointers));
    void const* const words[2] = {&block, nullptr};
    CHECK(trav::detail::first_word(words) == &block);
}

TEST_CASE("buffers: characters, numbers and bits contain no pointers", "[unit]") {
    CHECK(blocks(std::string("short")) == Counts{0, 0});
    CHECK(blocks(std::string(100, 'x')) == Counts{0, 1});
    CHECK(blocks(std::u32string(100, U'x')) == Counts{0, 1});
    CHECK(blocks(std::vector<int>()) == Counts{0, 0});
    CHECK(blocks(std::vector<int>(3)) == Counts{0, 1});
    CHECK(blocks(std::vector<bool>()) == Counts{0, 0});
    CHECK(blocks(std::vector<bool>(1000)) == Counts{0, 1});
    CHECK(blocks(std::vector<int*>(3)) == Counts{1, 0});
    CHECK(blocks(std::vector<std::string>(3)) == Counts{1, 0});
}

TEST_CASE("buffers: nodes, buckets and blocks of deques may contain pointers", "[unit]") {
    CHECK(blocks(std::list<char>()) == Counts{0, 0});
    CHECK(blocks(std::list<char>(3)) == Counts{3, 0});
    CHECK(blocks(std::forward_list<long>(4)) == Counts{4, 0});
    CHECK(blocks(std::set<short>{1, 2, 3}) == Counts{3, 0});
    CHECK(blocks(std::map<int, std::string>{{1, "a"}, {2, "b"}}) == Counts{2, 0});
    CHECK(blocks(std::unordered_set<int>()) == Counts{0, 0});
    CHECK(blocks(std::unordered_set<int>{1, 2, 3}) == Counts{4, 0});
    CHECK(blocks(std::unordered_map<std::string, int>{{"a", 1}, {"b", 2}}) == Counts{3, 0});
    CHECK(blocks(std::deque<int>(10)).second == 0);
    CHECK(blocks(std::deque<int>(10)).first >= 2);
    CHECK(blocks(std::deque<long>(100'000)).first > 100);
}

TEST_CASE("buffers: a path owns its components", "[unit]") {
    std::string const text(100, 'x');
    for (char const* const one : {"", "file", "/"}) CHECK(of_path(one).empty());
    CHECK(of_path(text).empty());
    std::filesystem::path const none, path("a/b"), long_path(text + "/b/" + text);
    auto const its = of_path(path), of_long = of_path(long_path);
    CHECK(are_from_malloc(its));
    CHECK(are_from_malloc(of_long));
    auto const all = listed([&](auto* list) { return trav::detail::owned(long_path, 0, list); });
    CHECK(are_from_malloc(all));
    CHECK(all.size() == of_long.size() + 1);  // the text itself
#ifdef __GLIBCXX__
    CHECK(its.size() == 1);
    CHECK(of_long.size() == 3);  // two long components
    CHECK(of_long[1].bytes == 101);
    CHECK(of_long[2].bytes == 101);
    std::size_t found = 0;  // the texts of components
    for (auto const& component : long_path)
        for (Block const& block : of_long) found += component.native().data() == block.begin;
    CHECK(found == 2);
#else
    CHECK(its.empty());
#endif
}
