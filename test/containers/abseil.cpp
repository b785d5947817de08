// The memory of Abseil's containers.
#include "catch.hpp"
#include "support/foreign.hpp"

#include <absl/container/btree_map.h>
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/inlined_vector.h>
#include <absl/container/node_hash_map.h>
#include <absl/container/node_hash_set.h>

#include <functional>
#include <utility>

using test::check_known;
using test::Counting;
using test::Hash;
using test::String;
using test::text;

namespace {

template <class K, class V>
using Pair = Counting<std::pair<K const, V>>;
template <class T>
using Equal = std::equal_to<T>;

}  // namespace

TEST_CASE("Abseil's flat tables are known", "[unit]") {
    check_known<absl::flat_hash_set<int, std::hash<int>, Equal<int>, Counting<int>>>(
        [](auto& set, int i) { set.insert(i); });
    check_known<absl::flat_hash_map<int, char, std::hash<int>, Equal<int>, Pair<int, char>>>(
        [](auto& map, int i) { map[i] = 'x'; });
    check_known<absl::flat_hash_map<String, int, Hash, Equal<String>, Pair<String, int>>>(
        [](auto& map, int i) { map[text(i)] = i; });
}

TEST_CASE("Abseil's tables of nodes are known", "[unit]") {
    check_known<absl::node_hash_set<String, Hash, Equal<String>, Counting<String>>>(
        [](auto& set, int i) { set.insert(text(i)); });
    check_known<absl::node_hash_map<int, String, std::hash<int>, Equal<int>, Pair<int, String>>>(
        [](auto& map, int i) { map[i] = text(i); });
}

TEST_CASE("Abseil's trees are unseen", "[unit]") {
    test::Holder<absl::btree_map<int, int>> holder;
    for (int i = 0; i != 1000; ++i) holder.value[i] = i;
    CHECK(test::count_unseen(holder) == 1);
}

TEST_CASE("Abseil's vector with room inside is known", "[unit]") {
    test::Holder<absl::InlinedVector<int, 4, Counting<int>>> holder;
    for (int i = 0; i != 100; ++i) {
        holder.value.push_back(i);
        CHECK(test::lists(holder, test::live_blocks));
        CHECK(test::count_unseen(holder) == 0);
    }
}
