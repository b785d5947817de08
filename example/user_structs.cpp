// Your own structs, profiled by type, root set and retainer set.
#include <trav/graph/sized.hpp>
#include <trav/graph/via.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/report/table.hpp>

#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

struct Obj {
    std::string type;
    std::size_t bytes;
    std::vector<Obj*> fields{};
};

int main() {
    Obj tea{"Product", 100}, mug{"Product", 200}, order{"Order", 30, {&tea, &mug}};
    Obj ann{"Session", 40, {&order}}, bob{"Session", 40, {&tea}};
    Obj cache{"Cache", 16, {&tea}}, sessions{"List", 24, {&ann, &bob}};

    // [user_structs]
    auto heap = trav::sized(trav::Via<&Obj::fields>{}, &Obj::bytes);
    auto type = trav::by("type", [](Obj* o) { return o->type; });
    trav::RootSets<Obj*> roots{{"cache", &cache}, {"sessions", &sessions}};
    auto is_retainer = [](Obj* o) { return o->type == "Session" || o->type == "Cache"; };
    auto retainers = trav::by_retainer<Obj*>(is_retainer, [](Obj* o) { return o->type; });

    trav::Profiler profiler{heap, type, roots, retainers};
    profiler.sample(std::vector{&cache, &sessions}, 0.0);  // as often as you like, each with its time
    auto const profile = profiler.profile();

    trav::print(std::cout, profile.by(type));
    trav::print(std::cout, profile.by(roots));
    trav::print(std::cout, profile.by(retainers, type));
    trav::print(std::cout, profile.where(type == "Product").by(roots));
    // [user_structs]

    bool const right = profile.by(type).at("Product") == trav::Amount{300, 2} &&
                       profile.by(roots).at("cache,sessions") == trav::Amount{100, 1} &&
                       profile.by(roots).at("sessions").bytes == 24 + 40 + 40 + 30 + 200 &&
                       profile.by(retainers, type).at({"Cache,Session", "Product"}) == trav::Amount{100, 1} &&
                       profile.by(retainers, type).at({"Session", "Order"}) == trav::Amount{30, 1} &&
                       profile.by().total() == trav::Amount{450, 7};
    return right ? 0 : 1;
}
