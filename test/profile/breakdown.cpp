// Ten-line breakdowns of a user: with only a key, with a policy, with a flow; and the notifications that they
// get.
#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/policies.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
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

/// By the marks that reach an object: the source sends 1, and a wall replaces all marks by 2.
struct ByMark {
    using value = std::uint8_t;
    Node source, wall;
    value join(value a, value b) const { return a | b; }
    std::optional<value> cut(Node n) const { return n == wall ? std::optional<value>(2) : std::nullopt; }
    ByMark& flow() { return *this; }
    void sources(auto const&, auto push) { push(source, 1); }
    std::string name() const { return "mark"; }
    int key(Node, value const* marks) const { return marks ? *marks : -1; }
    trav::Band band(int marks) const { return {std::to_string(marks)}; }
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

/// By whether the policy visited the object; records the order.
struct Log {
    std::vector<int>& seen;
    void visit(auto& here) { seen.push_back(here.node->id); }
    Log& policy() { return *this; }
    std::string name() const { return "log"; }
    bool key(Node, auto const* found) const { return found != nullptr; }
    trav::Band band(bool reached) const { return {reached ? "seen" : "not seen"}; }
};

/// By the first sample that found an object; records its notifications.
struct ByBirth {
    std::size_t now = 0;
    std::map<Node, std::size_t> born{};
    std::vector<std::pair<std::size_t, double>> begun{};
    std::vector<int> dead{};

    void begin_sample(std::size_t number, double time) {
        now = number;
        begun.emplace_back(number, time);
    }
    void died(Node n) {
        dead.push_back(n->id);
        born.erase(n);
    }
    std::string name() const { return "birth"; }
    std::size_t key(Node n) { return born.try_emplace(n, now).first->second; }
    trav::Band band(std::size_t sample) const { return {std::to_string(sample)}; }
};
/// The same, also with a flow or with a policy.
struct ByBirthWithFlow : ByBirth, ByColour {
    using ByBirth::band;
    std::string name() const { return "birth with flow"; }
    std::size_t key(Node n, value const*) { return ByBirth::key(n); }
};
struct ByBirthWithPolicy : ByBirth, ByDistance {
    using ByBirth::band;
    std::string name() const { return "birth with policy"; }
    std::size_t key(Node n, int const*) { return ByBirth::key(n); }
};

}  // namespace user

TEST_CASE("user-defined breakdowns work with all others and with any strategy", "[property]") {
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

TEST_CASE("an object that cuts a flow sends only if the flow reaches it", "[unit]") {
    for (bool const is_reached : {false, true}) {  // a -> wall -> c <- source
        test::Heap<> heap(test::shape(is_reached ? "a:b b:c c: d:cb" : "a:b b:c c: d:c", "ad"));
        user::ByMark mark{.source = heap.at(3), .wall = heap.at(1)};
        trav::Profiler profiler{test::SizedObjects{&heap}, mark};
        profiler.sample(heap.roots, 0);
        test::Expected expected;
        for (int n = 0; n != 4; ++n) {
            int const unreached = n == 0 || (n == 1 && !is_reached) ? -1 : 1;
            test::add(expected, {std::to_string(n == 2 && is_reached ? 3 : unreached)}, 0, 1,
                      test::bytes_of(n));
        }
        CHECK(test::lines_of(profiler.profile().by(mark)) == expected);
    }
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

TEST_CASE("a policy visits each root once, in order, and only heap roots", "[unit]") {
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

TEST_CASE("a breakdown is notified of the start of each sample, and once of each death", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(6, 5, 30, [&](test::Shape shape) {
        test::RandomGraphs random(++seed);
        bool const whole_heap = seed % 2 == 0;
        test::Heap<> heap(shape);
        user::ByBirth by_birth, listed;
        user::ByBirthWithFlow with_flow;
        user::ByBirthWithPolicy with_policy;
        trav::Biography<Node> life;
        trav::Profiler profiler{test::SizedObjects{&heap}, by_birth, life, with_flow, with_policy};
        trav::Profiler of_list{test::SizedObjects{&heap}, std::vector<trav::AnyBreakdown<Node>>{listed}};

        std::map<int, std::size_t> born;
        std::vector<int> dead;
        test::Expected expected;
        constexpr std::size_t samples = 5;
        for (std::size_t t = 0; t != samples; ++t) {
            for (int i = 0; i != 4; ++i) {
                int const n = random.below(shape.size());
                auto& children = shape.children[static_cast<std::size_t>(n)];
                if (random.below(3) != 0 && !children.empty()) children.pop_back();
                else children.push_back(random.below(shape.size()));
                heap.at(n)->fields.clear();
                for (int const child : children) heap.at(n)->fields.push_back(heap.at(child));
            }
            for (int i = 0; i != 2; ++i) {
                int const n = random.below(shape.size());
                if (i == 0) profiler.died(heap.at(n)), of_list.died(heap.at(n));
                else profiler.created(heap.at(n)), of_list.created(heap.at(n));
                if (born.erase(n) != 0) dead.push_back(n);
            }
            auto const time = static_cast<double>(t) / 2;
            if (whole_heap) profiler.sample_heap(heap.roots, time), of_list.sample_heap(heap.roots, time);
            else profiler.sample(heap.roots, time), of_list.sample(heap.roots, time);

            auto const reached = test::reached_from(shape, shape.roots);
            for (int n = 0; n != shape.size(); ++n)
                if (whole_heap || reached[static_cast<std::size_t>(n)])
                    test::add(expected, {std::to_string(born.try_emplace(n, t).first->second)}, t, samples,
                              test::bytes_of(n));
                else if (born.erase(n) != 0) dead.push_back(n);
        }
        std::ranges::sort(dead);
        std::vector<std::pair<std::size_t, double>> const begun{{0, 0}, {1, 0.5}, {2, 1}, {3, 1.5}, {4, 2}};
        auto const check = [&](auto& by, trav::Profile const& profile) {
            CHECK(test::lines_of(profile.by(by)) == expected);
            CHECK(by.begun == begun);
            std::ranges::sort(by.dead);
            CHECK(by.dead == dead);
        };
        INFO(shape.name);
        check(by_birth, profiler.profile());
        check(listed, of_list.profile());
        check(with_flow, profiler.profile());
        check(with_policy, profiler.profile());
    });
}

TEST_CASE("a breakdown is notified of the death of the first object of the first sample", "[unit]") {
    test::Heap<> heap(test::shape("a: b: c:", "a b c"));
    user::ByBirth by_birth;
    trav::Profiler profiler{test::SizedObjects{&heap}, by_birth};
    profiler.sample(std::vector{heap.at(0), heap.at(1)}, 0);
    CHECK(by_birth.dead.empty());
    profiler.sample(std::vector{heap.at(2)}, 1);
    std::ranges::sort(by_birth.dead);
    CHECK(by_birth.dead == std::vector{0, 1});
}

TEST_CASE("a failed sample begins again, and the objects that it found may die", "[unit]") {
    test::Heap<> heap(test::shape("a:bc b: c:", "a"));
    bool fails = false;
    auto type = trav::by("type", [&](Node n) {
        if (fails && n->id == 2) throw std::runtime_error("no type");
        return "T";
    });
    user::ByBirth by_birth;
    trav::Profiler profiler{test::SizedObjects{&heap}, by_birth, type};
    fails = true;
    CHECK_THROWS(profiler.sample(heap.roots, 1));
    heap.at(0)->fields = {heap.at(2)};
    fails = false;
    profiler.sample(heap.roots, 2);
    CHECK(by_birth.begun == std::vector<std::pair<std::size_t, double>>{{0, 1}, {0, 2}});
    CHECK(by_birth.dead == std::vector{1});
    CHECK(profiler.profile().by(by_birth).at("0").objects == 2);
}

TEST_CASE("exceptions of died() come after the sample was counted, and the other deaths are reported later",
          "[unit]") {
    struct Throws : user::ByBirth {
        void died(Node n) {
            ByBirth::died(n);
            if (dead.size() == 1) throw std::runtime_error("not ready");
        }
    };
    test::Heap<> heap(test::shape("a:bc b: c:", "a"));
    Throws by_birth;
    trav::Profiler profiler{test::SizedObjects{&heap}, by_birth};
    profiler.sample(heap.roots, 0);
    heap.at(0)->fields.clear();
    CHECK_THROWS_WITH(profiler.sample(heap.roots, 1), "not ready");
    CHECK(profiler.profile().by().total(1).objects == 1);
    CHECK(by_birth.dead.size() == 1);
    profiler.sample(heap.roots, 2);
    std::ranges::sort(by_birth.dead);
    CHECK(by_birth.dead == std::vector{1, 2});
}
