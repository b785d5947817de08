#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/set_table.hpp>

#include <string>
#include <utility>
#include <vector>

using test::Node;

namespace {

struct Sets {
    explicit Sets(trav::SetTable const& table) {
        for (auto const& set : table.sets) numbers.push_back({set.number, test::joined(set.elements)});
    }
    std::vector<std::pair<std::uint32_t, std::string>> numbers;
};

}  // namespace

TEST_CASE("set tables: numbers are stable over the whole profile, for any strategy", "[unit]") {
    test::for_each_strategy([]<class Strategy>(char const*) {
        // d is retained by b and c, e by c alone; then the heap changes
        test::Heap<> heap(test::shape("a:bc b:d c:de d: e:", "a"));
        auto retainers = trav::by_retainer<Node>([](Node n) { return n->id == 1 || n->id == 2; },
                                                 [](Node n) { return std::string(n->id == 1 ? "b" : "c"); });
        trav::Profiler profiler{test::SizedObjects{&heap}, retainers};
        profiler.template sample<Strategy>(heap.roots, 0);
        auto const first = profiler.profile();
        std::vector<std::pair<std::uint32_t, std::string>> wanted{{2, "SYSTEM"}, {3, "b,c"}, {4, "c"}};
        CHECK(Sets(trav::SetTable{first, retainers}).numbers == wanted);

        heap.at(2)->fields.pop_back();
        heap.at(1)->fields.push_back(heap.at(4));  // e is now b's, too
        heap.at(4)->fields.push_back(heap.at(0));  // and b also retains the root
        profiler.template sample<Strategy>(heap.roots, 1);
        auto const both = profiler.profile();
        // {b}, which was only an intermediate set of {b,c} before, is now e's set
        wanted.insert(wanted.end(), {{5, "SYSTEM,b"}, {6, "b"}});
        CHECK(Sets(trav::SetTable{both, retainers}).numbers == wanted);

        trav::SetTable const table{both, retainers};
        std::vector<std::string> labels;
        for (auto const& band : both.columns[0].bands) labels.push_back(table.numbered(band));
        CHECK(labels == std::vector<std::string>{"(2)SYSTEM", "(3)b,c", "(4)c", "(5)SYSTEM,b", "(6)b"});
    });
}

TEST_CASE("set tables: MANY has no number, and equal labels differ in their full elements", "[unit]") {
    struct Stack {
        trav::RetainerName operator()(int id) const {
            return {"f", "<Main.f,Main.g" + std::to_string(id) + ">"};
        }
    };
    test::Heap<> heap(test::shape("a:b b: c:d d: e:bd", "ace"));
    auto retainers = trav::by_retainer<Node>([](Node n) { return n->id == 0 || n->id == 2 || n->id == 4; },
                                             [](Node n) { return n->id; }, 1, Stack{});
    trav::Profiler profiler{test::SizedObjects{&heap}, retainers};
    profiler.sample(heap.roots, 0);
    auto const profile = profiler.profile();
    CHECK(Sets(trav::SetTable{profile, retainers}).numbers ==
          std::vector<std::pair<std::uint32_t, std::string>>{
              {2, "<Main.f,Main.g0>"}, {3, "<Main.f,Main.g2>"}, {4, "<Main.f,Main.g4>"}});
    trav::SetTable const table{profile, retainers};
    CHECK(table.numbered({"MANY"}) == "MANY");
    // a table by labels has one line for equal labels, like readers of GHC's files
    CHECK(profile.by(retainers).at("f").objects == 3);
    CHECK(profile.by(retainers).at("MANY").objects == 2);
}
