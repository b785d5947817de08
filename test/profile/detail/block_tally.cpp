// Compares the counts of a sweep that counts blocks at once, and uncounts them when they grow, with
// definitions and with counts by numbering.
#include "../brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/detail/block_tally.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <cstddef>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

using test::Node;

namespace {

/// Objects in blocks of three, at every other slot. Every fifth is not listed, and every seventh is a null
/// handle.
struct Unordered : test::SizedObjects {
    static bool is_listed(Node n) { return n->id % 5 != 4; }
    Node resolve(Node n) const { return n && n->id % 7 == 6 ? nullptr : n; }
    std::vector<Node> objects() const {
        std::vector<Node> all;
        for (auto& object : heap->objects)
            if (is_listed(&object)) all.push_back(&object);
        return all;
    }
};
struct Order {
    test::Heap<>* heap;

    std::size_t slots() const { return 2 * heap->objects.size(); }
    std::size_t slot(Node n) const {
        n = Unordered{{heap}}.resolve(n);
        return n ? 2 * static_cast<std::size_t>(n->id) + 1 : slots();
    }
    std::size_t blocks() const { return (heap->objects.size() + 2) / 3; }
    std::size_t begin(std::size_t block) const { return block == blocks() ? slots() : 6 * block; }
    void each(std::size_t block, std::size_t, auto&& f) const {
        for (std::size_t i = begin(block) / 2; i != begin(block + 1) / 2; ++i)
            f(&heap->objects[i], slot(&heap->objects[i]));
    }
    bool lists(Node n, std::size_t) const { return Unordered::is_listed(n); }
};
struct Ordered : Unordered {
    Order memory_order() const { return {heap}; }
};

/// Edges mostly lead upwards or mostly downwards, but some lead back.
test::Shape random_shape(std::mt19937& random, bool upwards) {
    int const size = 5 + static_cast<int>(random() % 60);
    test::Shape shape{"", std::vector<std::vector<int>>(static_cast<std::size_t>(size)), {}};
    auto const any = [&](int from, int to) {  // from <= n < to
        return from + static_cast<int>(random() % static_cast<unsigned>(to - from));
    };
    for (int n = 0; n != size; ++n)
        for (auto left = random() % 4; left != 0; --left) {
            bool const up = upwards == (random() % 5 != 0);
            shape.children[static_cast<std::size_t>(n)].push_back(up ? any(n, size) : any(0, n + 1));
        }
    for (int i = 0; i != 3; ++i) shape.roots.push_back(any(0, size));
    return shape;
}

/// By the names of the roots that reach an object: one sample of reached objects, two of listed ones.
test::Expected by_definition(test::Shape const& shape) {
    test::Shape visible = shape;  // null handles lead nowhere
    for (int n = 0; n != shape.size(); ++n) {
        auto& children = visible.children[static_cast<std::size_t>(n)];
        if (n % 7 == 6) children.clear();
        std::erase_if(children, [](int child) { return child % 7 == 6; });
    }
    std::vector<std::vector<bool>> reached;
    for (int const root : shape.roots)
        reached.push_back(test::reached_from(visible, {root % 7 == 6 ? -1 : root}));
    test::Expected lines;
    for (int n = 0; n != shape.size(); ++n) {
        std::string names;
        for (std::size_t i = 0; i != reached.size(); ++i)
            if (reached[i][static_cast<std::size_t>(n)])
                names += (names.empty() ? "" : ",") + std::to_string(i);
        if (!names.empty()) test::add(lines, {names}, 0, 3, test::bytes_of(n));
        if (n % 5 == 4) continue;
        for (std::size_t const sample : {1u, 2u})
            test::add(lines, {names.empty() ? "NOROOT" : names}, sample, 3, test::bytes_of(n));
    }
    return lines;
}

/// Retainers are known by their last digits.
auto retainers_of() {
    return trav::by_retainer<Node>([](Node n) { return n->id % 3 == 0; }, [](Node n) { return n->id % 10; });
}
void sample_thrice(auto& profiler, test::Heap<>& heap) {
    profiler.sample(heap.roots, 0);
    profiler.sample_heap(heap.roots, 1);
    profiler.sample_heap(heap.roots, 2);
}

}  // namespace

TEST_CASE("block tally: counts reached and listed objects by the roots that reach them", "[property]") {
    std::mt19937 random(1);
    for (int round = 0; round != 400; ++round) {
        test::Shape const shape = random_shape(random, round % 2 == 0);
        test::Heap<> heap(shape);
        std::vector<trav::RootSets<Node>::Root> named;
        for (Node const root : heap.roots) named.emplace_back(std::to_string(named.size()), root);
        trav::RootSets<Node> roots(named);
        trav::Profiler profiler{Ordered{{{&heap}}}, roots};
        sample_thrice(profiler, heap);
        CHECK(test::lines_of(profiler.profile().by(roots)) == by_definition(shape));
    }
}

TEST_CASE("block tally: counts three flows at once like numbering", "[property]") {
    std::mt19937 random(2);
    for (int round = 0; round != 400; ++round) {
        test::Heap<> heap(random_shape(random, round % 2 == 0));
        trav::RootSets<Node> roots{{"first", heap.roots[0]}, {"second", heap.roots[1]}};
        auto retainers = retainers_of(), others = retainers_of();
        trav::OtherRoots other_roots{roots}, same_other_roots{roots};
        trav::Profiler swept{Ordered{{{&heap}}}, roots, retainers, other_roots};
        trav::Profiler numbered{Unordered{{&heap}}, roots, others, same_other_roots};
        sample_thrice(swept, heap), sample_thrice(numbered, heap);
        CHECK(test::lines_of(swept.profile().by(roots, retainers, other_roots)) ==
              test::lines_of(numbered.profile().by(roots, others, same_other_roots)));
    }
}

TEST_CASE("block tally: counts lives by changing flows like numbering", "[property]") {
    std::mt19937 random(3);
    for (int round = 0; round != 200; ++round) {
        test::Heap<> heap(random_shape(random, round % 2 == 0));
        trav::RootSets<Node> roots{{"first", heap.roots[0]}, {"second", heap.roots[1]}};
        auto const inherent = [](Node n) { return n->id % 4 == 3; };
        trav::Biography<Node> life(inherent), other_life(inherent);
        trav::Profiler swept{Ordered{{{&heap}}}, roots, life};
        trav::Profiler numbered{Unordered{{&heap}}, roots, other_life};
        auto const profiles_are_equal = [&] {
            return test::lines_of(swept.profile().by(roots, life)) ==
                   test::lines_of(numbered.profile().by(roots, other_life));
        };
        for (int sample = 0; sample != 6; ++sample) {
            for (auto& object : heap.objects) {
                if (random() % 4 == 0) swept.used(&object), numbered.used(&object);
                if (random() % 20 == 0) object.fields.clear();
            }
            bool const listed = random() % 2 == 0;
            if (listed) swept.sample_heap(heap.roots, sample), numbered.sample_heap(heap.roots, sample);
            else swept.sample(heap.roots, sample), numbered.sample(heap.roots, sample);
            CHECK(profiles_are_equal());
        }
    }
}

TEST_CASE("block tally: the key of an object itself is requested once", "[unit]") {
    test::Heap<> heap(test::shape("a:bcd b:ef c:ag d:ba e:d f: g:c", "a"));
    trav::RootSets<Node> roots{{"a", heap.at(0)}};
    std::map<Node, int> asked;
    auto type = trav::by("type", [&asked](Node n) { return ++asked[n]; });
    trav::Profiler profiler{Ordered{{{&heap}}}, roots, type};
    profiler.sample_heap(heap.roots, 0);
    CHECK(asked.size() == 6);
    CHECK(profiler.profile().by(type).at("1").objects == 6);
}

TEST_CASE("block tally: counts are discarded if the sweep gives up", "[unit]") {
    struct LastElsewhere : Ordered {
        struct Order : ::Order {
            std::size_t slot(Node n) const {
                return n == &heap->objects.back() ? slots() + 1 : ::Order::slot(n);
            }
        };
        Order memory_order() const { return {{heap}}; }
    };
    test::Heap<> heap(test::shape("a:bcd b:ef c:a d:f e:d f:h g: h:i i:", "a"));
    trav::RootSets<Node> roots{{"a", heap.at(0)}};
    trav::Biography<Node> life;
    trav::Profiler profiler{LastElsewhere{{{{&heap}}}}, roots};
    trav::Profiler with_lives{LastElsewhere{{{{&heap}}}}, roots, life};
    for (int i = 0; i != 3; ++i) {
        with_lives.used(heap.at(i));
        profiler.sample_heap(heap.roots, 2 * i), with_lives.sample_heap(heap.roots, 2 * i);
        profiler.sample(heap.roots, 2 * i + 1), with_lives.sample(heap.roots, 2 * i + 1);
    }
    for (std::size_t i = 0; i != 6; ++i) {
        trav::Amount all{0, 8};
        for (int const n : {0, 1, 2, 3, i % 2 == 0 ? 6 : 4, 5, 7, 8}) all.bytes += test::bytes_of(n);
        CHECK(profiler.profile().by(roots).total(i) == all);
        CHECK(with_lives.profile().by(roots).total(i) == all);
    }
}

TEST_CASE("block tally: a block is uncounted once, and counted again at the end", "[unit]") {
    test::Heap<> heap(test::shape("a: b: c: d: e: f: g: h:", "a"));
    Order const order{&heap};
    std::vector<bool> counted(order.blocks());
    std::string log;
    auto const count = [&](std::span<Node const> nodes, trav::Place const*, bool back) {
        log += back ? " -" : " +";
        for (Node const n : nodes) log += static_cast<char>('a' + n->id);
    };
    auto const counts = [](Node n, std::size_t) { return n->id != 3; };
    trav::detail::BlockTally<Node, Order, decltype(counts), decltype(count)> tally(order, counted, counts,
                                                                                   count);
    Ordered const graph{{{&heap}}};
    trav::detail::MemoryRows<Node> rows;
    for (std::size_t block = 0; block != 2; ++block) {
        rows.read(graph, order, block, block);
        tally.add(block, rows);
    }
    CHECK(log == " +abc +ef");
    tally.will_grow(order.slot(heap.at(5)));
    tally.will_grow(order.slot(heap.at(4)));
    tally.will_grow(order.slot(heap.at(7)));  // in a block that is not counted yet
    CHECK(log == " +abc +ef -ef");
    tally.finish();
    CHECK(log == " +abc +ef -ef +ef +gh");
}
