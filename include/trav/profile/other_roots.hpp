// trav/profile/other_roots.hpp: OtherRoots, a breakdown by the roots without a name: it complements a
// RootSets.
//
//     trav::RootSets<Obj*> roots{{"cache", cache}, {"sessions", sessions}};
//     trav::OtherRoots other_roots{roots};
//     trav::Profiler profiler{heap, roots, other_roots};
//
// The other roots are all those given to sample(). They hold nothing through a named object: an object is in
// the band "other" if a root given to sample() reaches it on a path without a named object. All other live
// objects are in the band "named", and dead objects in "unreached".
#pragma once

#include "../store/hashed.hpp"
#include "root_set.hpp"

#include <optional>
#include <string>
#include <utility>

namespace trav {

template <class N, class Bits>
class OtherRoots {
  public:
    /// from_other if both roots reach an object
    enum class Reached : unsigned char { unreached, from_named, from_other };
    using value = Reached;
    static constexpr value nothing = value::unreached;
    static constexpr bool portable = true;
    enum class Side : unsigned char { unreached, other, named };  ///< numbers of the bands

    /// Refers to the root sets.
    explicit OtherRoots(RootSets<N, Bits> const& roots) : roots_(roots) {}
    explicit OtherRoots(RootSets<N, Bits>&&) = delete;

    std::string name() const { return "other roots"; }
    value join(value a, value b) { return a < b ? b : a; }
    std::optional<value> cut(N const& n) const {
        return is_named(n) ? std::optional(value::from_named) : std::nullopt;
    }
    OtherRoots& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        named_.begin_pass();
        for (auto const& root : roots_.roots()) named_.touch(push(root.node(), value::from_named));
        for (N const& root : roots) push(root, value::from_other);
    }
    Side key(N const& n, value const* reached) const {
        if (!reached) return Side::unreached;
        return *reached == value::from_other && !is_named(n) ? Side::other : Side::named;
    }
    Band band(Side side) const {
        constexpr char const* texts[] = {"unreached", "other", "named"};
        auto const number = static_cast<unsigned>(side);
        return {texts[number], {}, {}, {number, {}, side == Side::unreached}};
    }
    friend Restriction operator==(OtherRoots const& by, std::string text) {
        return in(by, {std::move(text)});
    }

  private:
    bool is_named(N const& n) const { return named_.find(n) != nullptr; }

    RootSets<N, Bits> const& roots_;
    Hashed<N> named_;  // nodes resolved by the graph
};

}  // namespace trav
