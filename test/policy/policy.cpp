// test/policy/policy.cpp: the forms of a policy, the meaning of its answers, and the size of its members,
// which is 0 for undeclared ones.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"

#include <trav/policy/policy.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

using namespace test;

namespace {

using Node = Obj<>*;

struct Nothing {};
struct Misspelt {
    void vist(auto&) {}
};
struct TakesNode {
    void visit(Node) {}
};
struct Minimal {
    void visit(auto&) {}
};
struct LeavesOnly {
    void leave(auto&) {}
};
struct Written {  // not a template: it names the type of the context
    int visits = 0;
    void visit(trav::here<Node>& here) { visits += here.first; }
};
struct WrittenConst {
    int visits = 0;
    void visit(trav::here<Node> const& here) { visits += here.first; }
};
struct Full {
    using node_data = int;
    using inherited = std::string;
    using returned = std::unique_ptr<int>;  // move-only
    static constexpr bool wants_parent = true;
    void visit(auto&) {}
    void leave(auto&) {}
};
struct NotOnce : Minimal {
    static constexpr bool once = false;
    static constexpr bool wants_parent = false;
};
struct Final final {
    int visits = 0;
    void visit(auto&) { ++visits; }
};

static_assert(!trav::Policy<Nothing, Node>);
static_assert(!trav::Policy<Misspelt, Node>);
static_assert(!trav::Policy<TakesNode, Node>);
static_assert(!trav::Policy<int, Node>);
static_assert(!trav::Visits<LeavesOnly, Node> && trav::Leaves<LeavesOnly, Node> &&
              trav::Policy<LeavesOnly, Node>);
static_assert(trav::Visits<Minimal, Node> && !trav::Leaves<Minimal, Node>);
static_assert(trav::Policy<Written, Node> && !trav::Policy<Written, int>);
static_assert(trav::Policy<WrittenConst, Node>);
static_assert(trav::VisitsOnce<Full> == false && !trav::VisitsOnce<NotOnce>);
static_assert(!trav::detail::wants_parent<NotOnce> && trav::detail::wants_parent<Full>);

static_assert(
    std::is_same_v<trav::here_t<Full, Node>, trav::here<Node, int, std::string, std::unique_ptr<int>, Node>>);
static_assert(std::is_same_v<trav::here_t<Minimal, Node>, trav::here<Node>>);
static_assert(std::is_empty_v<trav::node_data_t<Minimal>> && std::is_empty_v<trav::inherited_t<Minimal>> &&
              std::is_empty_v<trav::returned_t<Minimal>> && std::is_empty_v<trav::parent_t<Minimal, Node>>);

struct Once {
    static constexpr bool once = true;
    int* calls;
    trav::go operator()(trav::here<Node>&) { return ++*calls, trav::go::stop; }
};

// a hand-written item for each waiting arrival
template <class P>
using Item = typename trav::MarkStack::Walker<Objects<>, P, trav::Hashed<Node, trav::node_data_t<P>>>::Item;
struct WantsParent : Minimal {
    static constexpr bool wants_parent = true;
};
struct Inherits : Minimal {
    using inherited = std::uint64_t;
};
struct Keeps : Minimal {
    using node_data = std::uint64_t;
};
static_assert(sizeof(Item<Minimal>) == sizeof(Node));
static_assert(sizeof(Item<Keeps>) == sizeof(Node));
static_assert(sizeof(Item<WantsParent>) == 2 * sizeof(Node));
static_assert(sizeof(Item<Inherits>) == sizeof(Node) + sizeof(std::uint64_t));

// a hand-written frame for each open node
template <class P>
using Frame =
    typename trav::DepthFirst::Walker<Objects<>, P, trav::InNode<&Obj<trav::node_data_t<P>>::slot>>::Frame;
using Cursor = std::vector<Node>::const_iterator;
struct Bare {
    Cursor at, end;
};
struct Leaving : Minimal {
    void leave(auto&) {}
};
struct KeepsAndLeaves : Leaving {
    using node_data = std::uint64_t;
};
struct InheritsAndLeaves : Leaving {
    using inherited = std::uint64_t;
};
struct ReturnsAndLeaves : Leaving {
    using returned = std::uint64_t;
};
struct WantsParentAndLeaves : Leaving {
    static constexpr bool wants_parent = true;
};
constexpr std::size_t word = sizeof(void*);
static_assert(sizeof(Frame<Minimal>) == sizeof(Bare));
static_assert(sizeof(Frame<Keeps>) == sizeof(Bare));
static_assert(sizeof(Frame<WantsParent>) == sizeof(Bare) + word, "the node: its children's parent");
static_assert(sizeof(Frame<Inherits>) == sizeof(Bare) + 8, "what the children inherit");
static_assert(sizeof(Frame<Leaving>) == sizeof(Bare) + word, "the node to leave");
static_assert(sizeof(Frame<KeepsAndLeaves>) == sizeof(Bare) + 2 * word, "and where its data is");
static_assert(sizeof(Frame<InheritsAndLeaves>) == sizeof(Bare) + word + 2 * 8,
              "and what it inherited and hands down");
static_assert(sizeof(Frame<ReturnsAndLeaves>) == sizeof(Bare) + word + 8, "and its accumulator");
static_assert(sizeof(Frame<WantsParentAndLeaves>) == sizeof(Bare) + 2 * word, "and its own parent");

}  // namespace

TEST_CASE("policy: it may be a lambda, a function or a struct, and may name the context's type") {
    Heap<> heap(shape("a:bc b:c c:a", "a"));
    Objects<> const graph{&heap};
    for_each_strategy([&]<class Strategy>(char const* name) {
        INFO(name);
        int arrivals = 0;
        trav::traverse<Strategy>(graph, heap.roots, [&](auto&) { ++arrivals; });
        CHECK(arrivals == 5);
        int firsts = 0;
        auto const count = [&](trav::here<Node> const& here) { firsts += here.first; };
        trav::traverse<Strategy>(graph, heap.roots, count);
        CHECK(firsts == 3);
        CHECK(trav::traverse<Strategy>(graph, heap.roots, Written{}).visits == 3);
        CHECK(trav::traverse<Strategy>(graph, heap.roots, WrittenConst{}).visits == 3);
        CHECK(trav::traverse<Strategy>(graph, heap.roots, Final{}).visits == 5);
    });
}

TEST_CASE("policy: a lambda may keep state, prune and stop") {
    Heap<> heap(shape("a:bc b:d c: d:", "a"));
    Objects<> const graph{&heap};
    auto second = trav::traverse(
        graph, heap.roots, [n = 0](auto&) mutable { return ++n == 2 ? trav::go::stop : trav::go::down; });
    CHECK(trav::traverse(graph, heap.roots, second).stopped == false);  // a copy returned after two calls
    int visits = 0;
    trav::traverse(graph, heap.roots, [&](auto& here) {
        ++visits;
        return here.node != heap.at(1);
    });
    CHECK(visits == 3);
}

TEST_CASE("policy: an answer of any type means down, skip or stop") {
    Obj<> object;
    trav::detail::Absent<0> data;
    trav::detail::Absent<1> inherited;
    trav::detail::Absent<2> returned;
    auto const answer = [&](bool first, auto policy) {
        trav::here<Node> here{&object, {}, first, data, inherited, inherited, returned, returned};
        return trav::detail::visit<decltype(policy), Node>(policy, here);
    };
    using trav::go;
    CHECK(answer(true, [](auto&) {}) == go::down);
    CHECK(answer(false, [](auto&) {}) == go::skip);
    for (bool const first : {true, false}) {
        CHECK(answer(first, [](auto&) { return true; }) == go::down);
        CHECK(answer(first, [](auto&) { return false; }) == go::skip);
        CHECK(answer(first, [](auto&) { return go::down; }) == go::down);
        CHECK(answer(first, [](auto&) { return go::skip; }) == go::skip);
        CHECK(answer(first, [](auto&) { return go::stop; }) == go::stop);
    }
    CHECK(answer(true, LeavesOnly{}) == go::down);
    CHECK(answer(false, LeavesOnly{}) == go::skip);
    int calls = 0;
    CHECK(answer(false, Once{&calls}) == go::skip);
    CHECK(calls == 0);
    CHECK(answer(true, Once{&calls}) == go::stop);
    CHECK(calls == 1);
}

namespace {

/// Passes down the path from the root to each node, and passes up the longest one.
struct Paths {
    using node_data = std::string;
    using inherited = std::string;
    using returned = std::unique_ptr<std::string>;
    void visit(auto& here) {
        here.data = here.to_children = here.inherited + static_cast<char>('a' + here.node->id);
    }
    void leave(auto& here) {
        if (!here.returned) here.returned = std::make_unique<std::string>(here.data);
        if (!here.to_parent || here.returned->size() > here.to_parent->size())
            here.to_parent = std::move(here.returned);
    }
};

}  // namespace

TEST_CASE("policy: values that own memory, one of them move-only") {
    Shape deep = shape("a:bc b: c:d d:e e:", "a");
    for (int i = 5; i < 26; ++i) deep.children[0].push_back(i), deep.children.emplace_back();
    Heap<std::string> heap(deep);
    Objects<std::string> const graph{&heap};
    Paths policy;
    trav::Hashed<Obj<std::string>*, std::string> hashed;
    CHECK(*trav::traverse(graph, heap.roots, policy, hashed).returned == "acde");
    CHECK(*hashed.find(heap.at(3)) == "acd");
    trav::InNode<&Obj<std::string>::slot> in_node;
    CHECK(*trav::traverse(graph, heap.roots, policy, in_node).returned == "acde");
    CHECK(*in_node.find(heap.at(4)) == "acde");
}
