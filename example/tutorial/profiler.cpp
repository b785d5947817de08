// Steps 4 to 6 of doc/tutorial.md: a breakdown, several in one pass, a profile over time.
#include "shop.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/report/hp/hp.hpp>
#include <trav/report/table.hpp>

#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

// [breakdown]
struct ByHolder {
    std::string name() const { return "holder"; }

    using value = std::uint32_t;
    value join(value a, value b) const { return a | b; }
    ByHolder& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (trav::Object const& root : roots) push(root, trav::as<Catalogue>(root) ? 1u : 2u);
    }

    value key(trav::Object const&, value const* reached) const { return reached ? *reached : 0; }
    trav::Band band(value holders) const {
        char const* const names[] = {"nobody", "catalogue", "others", "both"};
        return {names[holders]};
    }
};
// [breakdown]

int main() {
    Shop shop;

    // [profiler]
    trav::Objects<Card, Voucher> const heap;
    auto const roots = trav::roots(shop.catalogue, shop.customers, shop.sessions);
    ByHolder holder;
    auto type = trav::by_type();
    auto retainers = trav::by_retainer<trav::Object>(
        [](trav::Object const& o) { return trav::as<Order>(o) || trav::as<Catalogue>(o); },
        [](trav::Object const& o) { return o.type->name(); });
    trav::Profiler profiler{heap, holder, type, retainers};
    profiler.sample(roots, 0.0);
    // [profiler]

    // [tables]
    auto const profile = profiler.profile();
    trav::print(std::cout, profile.by(holder));        // memory by holder
    trav::print(std::cout, profile.by(holder, type));  // and by type
    // [tables]
    // [restricted]
    auto const products = profile.where(type == "Product", trav::in(holder, {"others"}));
    trav::print(std::cout, products.by(retainers));
    // [restricted]
    bool const right = profile.by(holder, type).at({"others", "Product"}).objects == 51 &&
                       products.by(retainers).at("Order").objects == 51;

    // [over time]
    shop.sessions.resize(50);  // the others have logged out
    profiler.sample(roots, 1.5);
    std::ostringstream file;
    trav::write_hp(file, profiler.profile().by(type), {.job = "shop", .date = "today"});
    // [over time]
    std::cout << file.str();

    auto const table = profiler.profile().by(type);
    return right && table.at("Order", 0).objects == 100 && table.at("Order", 1).objects == 50 &&
                   table.at("Product", 1).objects == 126
               ? 0
               : 1;
}
