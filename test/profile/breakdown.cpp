// Breakdowns of a user, ten lines each: with a key only, with a policy, with a flow.
#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using test::Node;

namespace user {

enum class Size { small, large };

struct BySize {
    std::string name() const { return "size"; }
    Size key(Node n) const { return test::bytes_of(n->id) > 24 ? Size::large : Size::small; }
    trav::Band band(Size size) const { return {size == Size::large ? "large" : "small"}; }
};

/// By the least number of edges from a root.
struct ByDistance {
    using node_data = int;
    using inherited = int;  // 0 at a root
    bool visit(auto& here) {
        bool const closer = here.first || here.inherited < here.data;
        if (closer) here.data = here.inherited;
        here.to_children = here.data + 1;
        return closer;
    }
    ByDistance& policy() { return *this; }
    std::string name() const { return "distance"; }
    int key(Node, int const* distance) const { return distance ? *distance : -1; }
    trav::Band band(int distance) const { return {distance < 0 ? "unreached" : std::to_string(distance)}; }
};

/// By the colours of the roots that reach an object.
struct ByColour {
    using value = std::uint8_t;
    value join(value a, value b) const { return a | b; }
    ByColour& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (Node const root : roots) push(root, root->id % 2 ? 1 : 2);
    }
    std::string name() const { return "colour"; }
    value key(Node, value const* colours) const { return colours ? *colours : value{}; }
    trav::Band band(value colours) const {
        return {colours == 3 ? "brown" : colours == 2 ? "red" : colours == 1 ? "green" : "none"};
    }
};

/// By the height of the tree below.
struct ByHeight {
    using node_data = int;
    using returned = int;
    void leave(auto& here) {
        here.data = here.returned;
        here.to_parent = std::max(here.to_parent, here.returned + 1);
    }
    ByHeight& policy() { return *this; }
    std::string name() const { return "height"; }
    int key(Node, int const* height) const { return *height; }
    trav::Band band(int height) const { return {std::to_string(height)}; }
};

/// By whether the policy saw the object; notes the order.
struct Log {
    std::vector<int>& seen;
    void visit(auto& here) { seen.push_back(here.node->id); }
    Log& policy() { return *this; }
    std::string name() const { return "log"; }
    bool key(Node, auto const* found) const { return found != nullptr; }
    trav::Band band(bool reached) const { return {reached ? "seen" : "not seen"}; }
};

}  // namespace user

TEST_CASE("a user's breakdowns take part in everything, with any strategy", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(6, 5, 60, [&](test::Shape shape) {
        test::RandomGraphs random(++seed);
        shape.roots.push_back(random.below(shape.size()));
        test::Heap<> heap(shape);

        // by hand
        auto const size = static_cast<std::size_t>(shape.size());
        std::vector<int> distance(size, -1);
        for (int const root : shape.roots)
            if (root >= 0) distance[static_cast<std::size_t>(root)] = 0;
        for (int d = 0; d < shape.size(); ++d)
            for (std::size_t n = 0; n < size; ++n)
                if (distance[n] == d)
                    for (int const child : shape.children[n])
                        if (child >= 0 && distance[static_cast<std::size_t>(child)] < 0)
                            distance[static_cast<std::size_t>(child)] = d + 1;
        std::vector<int> odd, even;
        for (int const root : shape.roots)
            if (root >= 0) (root % 2 ? odd : even).push_back(root);
        auto const green = test::reached_from(shape, odd), red = test::reached_from(shape, even);
        test::Expected expected, of_large;
        for (std::size_t n = 0; n < size; ++n) {
            auto const bytes = test::bytes_of(static_cast<int>(n));
            std::string const far = distance[n] < 0 ? "unreached" : std::to_string(distance[n]);
            std::string const colour = green[n] ? red[n] ? "brown" : "green" : red[n] ? "red" : "none";
            test::add(expected, {colour, far, bytes > 24 ? "large" : "small"}, 0, 1, bytes);
            if (bytes > 24) test::add(of_large, {far, colour}, 0, 1, bytes);
        }

        test::for_each_strategy([&]<class Strategy>(char const*) {
            user::BySize by_size;
            user::ByDistance by_distance;
            user::ByColour by_colour;
            trav::Profiler profiler{test::SizedObjects{&heap}, by_size, by_distance, by_colour};
            profiler.template sample_heap<Strategy>(heap.roots, 0);
            auto const profile = profiler.profile();
            INFO(shape.name);
            CHECK(test::lines_of(profile.by(by_colour, by_distance, by_size)) == expected);
            CHECK(test::lines_of(profile.where(trav::in(by_size, {"large"})).by(by_distance, by_colour)) ==
                  of_large);
        });
    });
}

TEST_CASE("a policy with leave is a breakdown for depth first", "[unit]") {
    test::Heap<> heap(test::shape("a:bc b:d c: d:", "a"));
    user::ByHeight height;
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::Profiler profiler{test::SizedObjects{&heap}, roots, height};
    profiler.sample(heap.roots, 0);
    auto const table = profiler.profile().by(roots, height);
    CHECK(table.at({"NOROOT", "2"}).objects == 1);
    CHECK(table.at({"b", "1"}).objects == 1);
    CHECK(table.at({"NOROOT", "0"}).objects == 1);
    CHECK(table.at({"b", "0"}).objects == 1);
}

TEST_CASE("a policy sees each root once, in order, and only heap roots", "[unit]") {
    test::Heap<> heap(test::shape("a: b: c: d:", "cabca-"));
    trav::RootSets<Node> roots{{"d", heap.at(3)}};
    for (bool const by_breadth : {false, true}) {
        std::vector<int> seen;
        user::Log log{seen};
        trav::Profiler profiler{test::SizedObjects{&heap}, roots, log};
        if (by_breadth) profiler.sample<trav::BreadthFirst>(heap.roots, 0);
        else profiler.sample(heap.roots, 0);
        CHECK(seen == std::vector{2, 0, 1});
        CHECK(profiler.profile().by(log).at("seen").objects == 3);
        CHECK(profiler.profile().by(log).at("not seen").objects == 1);  // d, which only its name holds
    }
}
