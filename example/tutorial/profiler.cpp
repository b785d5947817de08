// Steps 4 to 6 of doc/tutorial.md: a breakdown, several in one pass, a profile over time.
#include "shop.hpp"

#include <trav/graph/sized.hpp>
#include <trav/graph/via.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/report/hp/hp.hpp>
#include <trav/report/table.hpp>

#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

// [breakdown]
struct ByHolder {
    std::string name() const { return "holder"; }

    using value = std::uint32_t;
    value join(value a, value b) const { return a | b; }
    ByHolder& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (Obj* root : roots) push(root, root->type == "Sessions" ? 2u : 1u);
    }

    value key(Obj*, value const* reached) const { return reached ? *reached : 0; }
    trav::Band band(value holders) const {
        char const* const names[] = {"nobody", "catalogue", "sessions", "both"};
        return {names[holders]};
    }
};
// [breakdown]

int main() {
    Shop shop;
    std::vector<Obj*> const roots{&shop.catalogue, &shop.sessions};

    // [profiler]
    auto heap = trav::sized(trav::Via<&Obj::fields>{}, &Obj::bytes);
    ByHolder holder;
    auto type = trav::by("type", [](Obj* o) { return o->type; });
    auto is_retainer = [](Obj* o) { return o->type == "Order" || o->type == "Catalogue"; };
    auto retainers = trav::by_retainer<Obj*>(is_retainer, [](Obj* o) { return o->type; });
    trav::Profiler profiler{heap, holder, type, retainers};
    profiler.sample(roots, 0.0);
    // [profiler]

    // [tables]
    auto const profile = profiler.profile();
    trav::print(std::cout, profile.by(holder));                       // who holds how much
    trav::print(std::cout, profile.by(holder, type));                 // and what it is
    auto const lost = profile.where(trav::in(holder, {"sessions"}));  // what would go with the sessions
    trav::print(std::cout, lost.by(retainers));                       // and what retains it there
    // [tables]
    bool const right = profile.by(holder).at("both").bytes == 100 &&
                       profile.by(holder, type).at({"sessions", "Order"}).bytes == 80;

    // [over time]
    shop.sessions.fields = {&shop.ann};  // bob logs out
    profiler.sample(roots, 1.5);
    std::ostringstream file;
    trav::write_hp(file, profiler.profile().by(type), {.job = "shop", .date = "today"});
    // [over time]
    std::cout << file.str();

    return right && profiler.profile().by(type).at("Session", 1).bytes == 40 ? 0 : 1;
}
