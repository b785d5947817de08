// The types that refer to an object, and the types that grow: after Cork (Jump and McKinley, 2007). Any
// graph.
#pragma once

#include <trav/profile/interned_sets.hpp>
#include <trav/profile/policies.hpp>
#include <trav/profile/root_names.hpp>
#include <trav/profile/table.hpp>

#include <algorithm>
#include <string>
#include <utility>

// [scheme]
/// By the set of the types that refer to an object: `type_of(node)` is the name of a type.
template <class TypeOf>
class PointsFrom {
  public:
    using node_data = trav::InternedSets::Id;
    static constexpr bool wants_parent = true;
    explicit PointsFrom(TypeOf type_of) : type_of_(std::move(type_of)) {}

    PointsFrom& policy() { return *this; }
    void visit(auto& here) {
        if (here.parent == here.node) return;  // a root
        here.data = sets_.unite(here.data, sets_.singleton(types_.number(type_of_(here.parent))));
    }
    std::string name() const { return "points from"; }
    node_data key(auto const&, node_data const* types) const { return *types; }
    trav::Band band(node_data types) const {
        if (types == trav::InternedSets::empty) return {"roots alone"};
        return types_.band(sets_.elements(types));
    }

  private:
    TypeOf type_of_;
    trav::RootNames types_;
    trav::InternedSets sets_;
};
/// The lines that are larger in the last sample than in the first, and never shrank.
inline trav::Table growing(trav::Table table) {
    std::erase_if(table.lines, [](auto const& line) {
        return !std::ranges::is_sorted(line.amounts, {}, &trav::Amount::bytes) ||
               line.amounts.front().bytes == line.amounts.back().bytes;
    });
    return table;
}
// [scheme]
