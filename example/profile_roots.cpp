// Root sets, retainer sets, and a breakdown of your own.
#include <trav/graph/via.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/set_table.hpp>
#include <trav/profile/shares.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct Obj {
    std::string type;
    std::vector<Obj*> fields{};
};

// [own]
struct ByDegree {
    std::string name() const { return "degree"; }
    std::size_t key(Obj* o) const { return o->fields.size(); }
    trav::Band band(std::size_t degree) const {
        return {degree == 0 ? "leaf" : degree == 1 ? "link" : "hub"};
    }
};
// [own]

int main() {
    Obj tea{"Product"}, mug{"Product"}, order{"Order", {&tea, &mug}}, ann{"Session", {&order}};
    Obj cache{"Cache", {&tea}}, sessions{"List", {&ann}}, global{"Global", {&cache, &sessions, &order}};
    auto const editor = std::make_shared<Obj>(Obj{"Editor", {&mug}});
    std::weak_ptr<Obj> const last_editor = editor;
    // [roots]
    trav::Via<&Obj::fields> heap;
    trav::RootSets<Obj*> roots{
        {"cache", &cache},
        {"sessions", &sessions},
        {"editor", [&] { return last_editor.lock().get(); }},  // asked at each sample: null once it is gone
    };
    trav::OtherRoots other_roots{roots};
    // [roots]

    // [retainers]
    auto retainers = trav::by_retainer<Obj*>(
        [](Obj* o) { return o->type == "Session" || o->type == "Cache"; }, [](Obj* o) { return o->type; }, 8);
    // [retainers]

    // [profile]
    auto type = trav::by("type", [](Obj* o) { return o->type; });
    ByDegree degree;
    trav::Profiler profiler{heap, roots, other_roots, retainers, type, degree};
    profiler.sample(std::vector{&global}, 0.5);
    auto const profile = profiler.profile();
    // [profile]

    // [ask]
    auto const by_type = profile.by(type);
    auto const of_products = profile.where(type == "Product").by(roots, retainers);
    auto const hubs =
        profile.where(trav::in(degree, {"hub"}), !(type == "Global"), having(roots, {"sessions"})).by(type);
    // [ask]

    // [shares]
    trav::Shares const shares{profile, roots, other_roots};
    std::cout << "dropping the sessions frees " << shares.freed_if_dropped({"sessions"}).objects
              << " objects\n";
    for (auto const& [number, elements] : trav::SetTable{profile, retainers}.sets)
        std::cout << "SET " << number << " has " << elements.size() << " retainers\n";
    // [shares]

    // Global refers to the order too, so dropping the sessions frees only the list and Ann.
    bool const right = by_type.at("Product").objects == 2 && hubs.at("Order").objects == 1 &&
                       of_products.at({"cache,sessions", "Cache,SYSTEM,Session"}).objects == 1 &&
                       hubs.lines.size() == 1 && shares.freed_if_dropped({"sessions"}).objects == 2;
    return right ? 0 : 1;
}
