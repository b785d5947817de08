// Breakdowns chosen at run time, one of them with its own edges: profile_chosen type holder root
#include <trav/flow/solve.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/graph/via.hpp>
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <iostream>
#include <string>
#include <vector>

struct Obj {
    std::string type;
    std::vector<Obj*> fields{};
};
using Heap = trav::Via<&Obj::fields>;

// [edges]
/// By the roots that reach an object on a path without classes: every object refers to its class.
struct ByHolder : trav::RootSets<Obj*> {
    using trav::RootSets<Obj*>::RootSets;
    std::string name() const { return "holder"; }
    auto edges() const {
        return trav::filter_edges(Heap{}, [](Obj*, Obj* to) { return to->type != "Class"; });
    }
};
// [edges]

int main(int argc, char** argv) {
    std::vector<std::string> names(argv + 1, argv + argc);
    if (names.empty()) names = {"type", "holder"};

    Obj session_class{"Class"}, registry{"Registry"}, ann{"Session", {&session_class}}, bob = ann;
    session_class.fields = {&registry};
    Obj sessions{"List", {&ann, &bob}}, cache{"Cache", {&bob}}, global{"Global", {&sessions, &cache}};
    Heap const heap;
    trav::RootSets<Obj*> roots{{"sessions", &sessions}, {"cache", &cache}};

    // [chosen]
    std::vector<trav::AnyBreakdown<Obj*>> chosen;
    for (std::string const& name : names) {
        if (name == "type") chosen.emplace_back(trav::by("type", [](Obj* o) { return o->type; }));
        if (name == "holder") chosen.emplace_back(ByHolder{{"sessions", &sessions}, {"cache", &cache}});
        if (name == "root") chosen.emplace_back(roots);  // named, so it is used by reference
    }
    trav::Profiler profiler{heap, chosen};
    profiler.sample(std::vector{&global}, 0.0);
    auto const table = profiler.profile().by_names(names);
    // [chosen]

    for (auto const& line : table.lines) {
        for (auto const& text : line.texts) std::cout << text << ' ';
        std::cout << line.amounts[0].objects << '\n';
    }
    return argc > 1 || table.at({"Registry", "NOROOT"}).objects == 1 ? 0 : 1;
}
