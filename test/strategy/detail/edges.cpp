// The children on the stack of Prefetch's walker, for every way to list them.
#include "catch.hpp"

#include <trav/graph/csr.hpp>
#include <trav/strategy/detail/edges.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace {

using List = std::vector<int>;

/// The children of `node`: node * 10000, and those behind it.
List children_of(int node, std::size_t count) {
    List list;
    for (std::size_t i = 0; i != count; ++i) list.push_back(node * 10000 + static_cast<int>(i));
    return list;
}

/// Children in a vector: 0, 1, 2, ...; nodes below 0 are null.
struct Vectors {
    using node = int;
    std::vector<List> rows;
    List const& children(node n) const { return rows[static_cast<std::size_t>(n)]; }
    bool null(node n) const { return n < 0; }
};
/// A view of a list. It hides the row in memory.
struct InTurn {
    List const* list;
    auto begin() const { return std::make_reverse_iterator(list->rend()); }
    auto end() const { return std::make_reverse_iterator(list->rbegin()); }
};
/// Children in a row, except those of odd nodes.
struct Mostly : Vectors {
    std::vector<bool> apart;
    auto children(node n) const { return InTurn{&rows[static_cast<std::size_t>(n)]}; }
    std::span<int const> row(node n) const {
        auto const at = static_cast<std::size_t>(n);
        return apart[at] ? std::span<int const>() : std::span<int const>(rows[at]);
    }
};
/// Even nodes are scanned at once.
struct AtOnce : Mostly {
    bool at_once(node n) const { return n % 2 == 0; }
    void scan(node n, auto&& sink) const {
        for (int const child : rows[static_cast<std::size_t>(n)]) sink(child);
    }
};

template <class G, class Stack = trav::detail::Stack<trav::node_t<G>>>
struct Fixture {
    using Edges = trav::detail::Edges<G, Stack>;
    using N = trav::node_t<G>;
    G const& graph;
    typename Edges::Rests rests{};
    Edges edges{{}, rests};

    std::vector<N> taken() {
        std::vector<N> all(edges.stack.begin(), edges.stack.end());
        edges.stack.clear();
        return all;
    }
};
List slice(List const& list, std::size_t from, std::size_t count) {
    auto const begin = list.begin() + static_cast<std::ptrdiff_t>(from);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

/// Checks that children come in pieces of 1024.
void check_pieces(auto& fixture, List const& expected) {
    std::size_t from = 0;
    bool more = true;
    for (; more; from += 1024) {
        std::size_t const left = expected.size() - from;
        CHECK(fixture.taken() == slice(expected, from, left < 1024 ? left : 1024));
        CHECK(fixture.rests.empty() == (left <= 1024));
        more = fixture.edges.next_piece(fixture.graph);
        CHECK(more == (left > 1024));
    }
    CHECK(fixture.taken().empty());
}

constexpr std::size_t counts[] = {0, 1, 3, 4, 5, 6, 1023, 1024, 1025, 2048, 2049, 5000};

}  // namespace

TEST_CASE("edges: children in a row come in their order, at most 1024 at a time", "[unit]") {
    for (std::size_t const count : counts) {
        CAPTURE(count);
        Vectors const graph{{children_of(1, count)}};
        Fixture<Vectors> fixture{graph};
        CHECK_FALSE(fixture.edges.next_piece(graph));
        fixture.edges.add_row(graph, 0);
        check_pieces(fixture, children_of(1, count));
        fixture.edges.add_each(graph, 0);  // one by one, all of them
        CHECK(fixture.taken() == children_of(1, count));
    }
}

TEST_CASE("edges: children are added to those that wait, and the rest that came last is first", "[unit]") {
    Vectors const graph{{children_of(1, 3), children_of(2, 0), children_of(3, 1030), children_of(4, 1026)}};
    Fixture<Vectors> fixture{graph};
    for (int const node : {0, 1, 2, 3}) fixture.edges.add_row(graph, node);
    List expected = children_of(1, 3);
    for (int const child : children_of(3, 1024)) expected.push_back(child);
    for (int const child : children_of(4, 1024)) expected.push_back(child);
    CHECK(fixture.taken() == expected);
    CHECK(fixture.edges.next_piece(graph));
    CHECK(fixture.taken() == slice(children_of(4, 1026), 1024, 2));
    CHECK(fixture.edges.next_piece(graph));
    CHECK(fixture.taken() == slice(children_of(3, 1030), 1024, 6));
    CHECK_FALSE(fixture.edges.next_piece(graph));
}

TEST_CASE("edges: words that may not be read are not", "[unit]") {
    // the writes behind the top show the reads
    Vectors const graph{{List{}, List{77}, List{77, 88, 99}}};
    Fixture<Vectors> fixture{graph};
    auto& stack = fixture.edges.stack;
    fixture.edges.add_row(graph, 0);
    CHECK(List(stack.end(), stack.end() + 4) == List{0, 0, 0, 0});  // the node itself
    fixture.edges.add_row(graph, 1);
    CHECK(List(stack.end() - 1, stack.end() + 3) == List{77, 77, 77, 77});
    fixture.edges.add_row(graph, 2);
    CHECK(List(stack.end() - 3, stack.end() + 1) == List{77, 88, 99, 77});
}

TEST_CASE("edges: rows in one array are read up to its end", "[unit]") {
    std::vector<std::uint32_t> const offsets{0, 1, 1, 3, 4, 6, 6}, targets{5, 4, 3, 2, 1, 0, 99, 99, 99, 99};
    struct Rows {
        using node = std::uint32_t;
        std::span<node const> offsets, targets;
        std::span<node const> children(node n) const {
            return targets.subspan(offsets[n], offsets[n + 1] - offsets[n]);
        }
        node const* rows_end() const { return targets.data() + 6; }
    } const graph{offsets, targets};
    std::vector<std::uint32_t> const expected[] = {{5, 4, 3, 2}, {4, 3, 2, 1}, {4, 3, 2, 1},
                                                   {2, 2, 2, 2}, {1, 0, 1, 1}, {5, 5, 5, 5}};
    for (std::uint32_t n = 0; n != 6; ++n) {
        CAPTURE(n);
        Fixture<Rows> fixture{graph};
        fixture.edges.add_row(graph, n);
        auto* const begin = fixture.edges.stack.begin();
        CHECK(std::vector<std::uint32_t>(begin, begin + 4) == expected[n]);
        CHECK(fixture.edges.stack.size() == offsets[n + 1] - offsets[n]);
    }
}

TEST_CASE("edges: some children are not in a row, and may be null", "[unit]") {
    for (std::size_t const count : counts) {
        CAPTURE(count);
        List list = children_of(1, count);
        for (std::size_t i = 0; i < count; i += 7) list[i] = -1;
        Mostly const graph{{{list, children_of(2, count)}}, {true, false}};
        Fixture<Mostly> fixture{graph};
        fixture.edges.add_row(graph, 0);
        List found = fixture.taken();
        for (std::size_t pieces = 1;; ++pieces) {
            bool const more = fixture.edges.next_piece(graph);
            CHECK(more == (pieces * 1024 < count));
            if (!more) break;
            for (int const child : fixture.taken()) found.push_back(child);
        }
        std::erase(list, -1);
        CHECK(found == list);
        fixture.edges.add_row(graph, 1);
        check_pieces(fixture, children_of(2, count));
        fixture.edges.add_each(graph, 1);
        check_pieces(fixture, children_of(2, count));
    }
}

TEST_CASE("edges: what can only be scanned is added all at once", "[unit]") {
    List list = children_of(1, 3000);
    list[5] = -1;
    AtOnce const graph{{{{list, list}}, {true, true}}};
    Fixture<AtOnce> fixture{graph};
    fixture.edges.add_row(graph, 0);
    std::erase(list, -1);
    CHECK(fixture.taken() == list);
    CHECK_FALSE(fixture.edges.next_piece(graph));
    fixture.edges.add_row(graph, 1);
    CHECK(fixture.taken() == slice(list, 0, 1023));  // and a null child
    CHECK(fixture.edges.next_piece(graph));
}

namespace {

/// The children are in the object, and four words can be read.
struct Object {
    std::size_t count;
    Object* fields[4];
};
struct InObjects {
    using node = Object*;
    static constexpr std::size_t readable_children = 4;
    std::span<node const> children(node n) const { return {n->fields, n->count}; }
};
/// One word can be read.
struct InPairs : InObjects {
    static constexpr std::size_t readable_children = 1;
};
struct OwnedStack : trav::detail::Stack<Object*> {
    bool owns(Object*) const { return true; }
};

}  // namespace

TEST_CASE("edges: readable words are read, by several threads only in one block of memory", "[unit]") {
    constexpr std::size_t block = std::size_t{1} << 18;
    constexpr std::size_t bytes = 2 * block;
    struct Delete {
        void operator()(char* memory) const { ::operator delete(memory, std::align_val_t(block)); }
    };
    std::unique_ptr<char, Delete> const memory(
        static_cast<char*>(::operator new(bytes, std::align_val_t(block))));
    InObjects const graph;
    Object one{};
    for (bool const across : {false, true}) {
        CAPTURE(across);
        auto* const object = ::new (memory.get() + (across ? block - 16 : 0)) Object{2, {&one, nullptr}};
        object->fields[2] = object;
        std::vector<Object*> const read{&one, nullptr, object, nullptr}, copied{&one, nullptr, &one, &one};
        Fixture<InObjects> fixture{graph};
        fixture.edges.add_row(graph, object);
        auto* const begin = fixture.edges.stack.begin();
        CHECK(std::vector<Object*>(begin, begin + 4) == read);
        CHECK(fixture.edges.stack.size() == 2);
        Fixture<InObjects, OwnedStack> shared{graph};
        shared.edges.add_row(graph, object);
        auto* const top = shared.edges.stack.begin();
        CHECK(std::vector<Object*>(top, top + 4) == (across ? copied : read));
        CHECK(shared.edges.stack.size() == 2);
    }
}

TEST_CASE("edges: where one word is readable, one is read", "[unit]") {
    InPairs const graph;
    Object one{};
    Object object{3, {&one, nullptr, &object, &one}};
    Fixture<InPairs> fixture{graph};
    fixture.edges.stack.room(4);
    for (std::size_t i = 0; i != 4; ++i) fixture.edges.stack.end()[i] = nullptr;
    fixture.edges.add_row(graph, &one);
    CHECK(fixture.edges.stack.end()[0] == nullptr);
    for (std::size_t const count : {1u, 3u}) {
        object.count = count;
        fixture.edges.add_row(graph, &object);
        CHECK(fixture.taken() == std::vector<Object*>(object.fields, object.fields + count));
    }
}
