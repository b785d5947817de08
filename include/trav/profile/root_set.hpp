// trav/profile/root_set.hpp: a breakdown by the set of named roots that reach an object (GHC's root profiler,
// -ho).
//
//     trav::RootSets<Obj*> roots{{"cache", cache}, {"sessions", sessions}};
//
// Bands are disjoint and add up to the counted total: "cache", "sessions", "cache,sessions", and NOROOT for
// objects that no named root reaches. The members of a band are in the order of the roots. There may be any
// number of roots; only sets that occur take memory. A root may be a callable that returns a node, or a null
// node once the object is gone. Such a root is weak: it keeps nothing alive. Roots with the same name are one
// root with several nodes.
//
// For up to 64 names a set is a bit mask, otherwise the number of a set in a table. RootSets<Obj*,
// std::uint32_t> takes half the memory per object, and uses masks for up to 32 names. If the sets that occur
// have more than 2^21 members together, the largest are not listed: their objects are in the band MANY.
//
// shares.hpp computes the shares of roots from these bands; other_roots.hpp has the objects held by roots
// without a name.
#pragma once

#include "../fwd.hpp"
#include "band.hpp"
#include "interned_sets.hpp"
#include "named_root.hpp"
#include "root_names.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

template <class N, class Bits>
class RootSets {
    static_assert(
        !std::is_same_v<N, detail::RootOfAnything>,
        "trav: RootSets needs the type of the nodes: write RootSets<Obj*>, or RootSets<trav::Object> "
        "for roots like trav::object(cache)");
    static_assert(std::is_same_v<Bits, std::uint64_t> || std::is_same_v<Bits, std::uint32_t>,
                  "trav: RootSets keeps sets in std::uint64_t or std::uint32_t");
    using Sets = SetsBelow<Bits>;

  public:
    using Root = NamedRoot<N>;
    using value = Bits;
    static constexpr value nothing = Sets::empty;

    RootSets(std::initializer_list<Root> roots) : RootSets(std::vector<Root>(roots)) {}
    explicit RootSets(std::vector<Root> roots) : roots_(std::move(roots)), sets_(roots_.size()) {
        for (auto const& root : roots_) names_.number(root.name);
    }

    std::string name() const { return "root"; }
    std::vector<Root> const& roots() const { return roots_; }
    value join(value a, value b) { return sets_.unite(a, b); }
    RootSets& flow() { return *this; }
    void sources(auto const&, auto push) {
        for (auto const& root : roots_) push(root.node(), sets_.singleton(names_.number(root.name)));
    }
    value key(N const&, value const* reached) const { return reached ? *reached : nothing; }
    /// The members of a band are numbered in the order of the roots' names.
    Band band(value set) const { return names_.band(sets_.elements(set)); }
    std::size_t members(value set) const { return sets_.size(set); }
    RootNames const& names() const { return names_; }
    /// Converts a set to its elements, which are the same in all ranks of a distributed::Profiler, and back.
    std::vector<std::uint32_t> elements(value set) const { return sets_.elements(set); }
    value of(std::vector<std::uint32_t> const& elements) { return sets_.of(elements); }
    friend Restriction operator==(RootSets const& by, std::string text) { return in(by, {std::move(text)}); }

  private:
    std::vector<Root> roots_;
    RootNames names_;
    Sets sets_;
};
RootSets(std::initializer_list<detail::RootOfAnything>) -> RootSets<detail::RootOfAnything>;

}  // namespace trav
