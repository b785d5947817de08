// trav/profile/churn_table.hpp: churn_table(churned), blocks that have come and gone (allocations/churn.hpp)
// as a table by allocation site, or by type and site.
//
//     trav::print(std::cout, trav::churn_table(churn.take()));
//     trav::print(std::cout, trav::churn_table(churn.take(), heap, roots));
//
// The objects in freed blocks are unknown. So the type is that of live objects in, or owning, blocks with the
// same call stack. It is `(several)` if there are several such types, and `(unknown)` without such an object,
// as for temporaries.
#pragma once

#include "../allocations/churn.hpp"
#include "coverage.hpp"
#include "symbols.hpp"
#include "table.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// The types of the objects in live blocks, by call stack; null if there are several types.
template <class G, class Roots>
std::unordered_map<void const* const*, Type const*> types_by_stack(G const& heap, Roots const& roots) {
    std::unordered_map<void const* const*, Type const*> types;
    LiveBlocks const blocks = live_blocks();
    auto const seen = [&](Type const* type, void const* p, std::size_t, bool) {
        LiveBlock const* const block = blocks.at(p);
        if (block == nullptr || block->site.empty()) return;
        auto const [known, fresh] = types.try_emplace(block->site.data(), type);
        if (!fresh && known->second != type) known->second = nullptr;
    };
    WithOwners<G> const whole(heap, roots);
    WalkBlocks policy{*whole, seen, [](NamedEdge const&, std::string const&) {}};
    traverse(*whole, roots, policy);
    return types;
}

/// The table of sums with some texts.
inline Table churn_table(std::vector<Churned> const& churned, std::vector<std::string> columns, auto texts) {
    Symbols symbols;
    std::map<std::vector<std::string>, Amount> sums;
    for (Churned const& each : churned)
        sums[texts(each, symbols.site(each.site))] += Amount{each.bytes, each.blocks};
    Table table{std::move(columns), {0.0}, {}};
    for (auto const& [line, amount] : sums) table.lines.push_back({line, {amount}});
    std::ranges::sort(table.lines, [](Table::Line const& a, Table::Line const& b) {
        std::uint64_t const bytes = a.amounts[0].bytes, others = b.amounts[0].bytes;
        return bytes != others ? bytes > others : a.texts < b.texts;
    });
    return table;
}

}  // namespace detail

/// The table by allocation site.
inline Table churn_table(std::vector<Churned> const& churned) {
    return detail::churn_table(churned, {"site"}, [](Churned const&, std::string site) {
        return std::vector<std::string>{std::move(site)};
    });
}
/// The table by type and allocation site; `roots` reach the objects of a heap of trav::Objects. Takes a
/// traversal.
template <class G, class Roots>
Table churn_table(std::vector<Churned> const& churned, G const& heap, Roots const& roots) {
    if constexpr (!std::same_as<node_t<G>, Object>) {
        static_assert(detail::never<G>, "trav: churn_table() needs a heap of trav::Objects: the blocks of "
                                        "other nodes are unknown");
        return {};
    } else {
        auto const types = detail::types_by_stack(heap, roots);
        return detail::churn_table(churned, {"type", "site"}, [&](Churned const& each, std::string site) {
            auto const found = types.find(each.site.data());
            std::string type = found == types.end()       ? "(unknown)"
                               : found->second == nullptr ? "(several)"
                                                          : found->second->name();
            return std::vector<std::string>{std::move(type), std::move(site)};
        });
    }
}

}  // namespace trav
