// trav/profile/rest.hpp: what is held besides the named roots: a breakdown that belongs to a RootSets.
//
//     trav::RootSets<Obj*> roots{{"cache", cache}, {"sessions", sessions}};
//     trav::Rest rest{roots};
//     trav::Profiler profiler{heap, roots, rest};
//
// The rest stands for all roots given to sample(). It ends at the named objects: an object is in the band
// "rest" if a root given to sample() reaches it on a path that meets no named object. All else is in the band
// "named" (and the dead in "unreached").
#pragma once

#include "../store/hashed.hpp"
#include "root_set.hpp"

#include <optional>
#include <string>
#include <utility>

namespace trav {

template <class N, class Bits>
class Rest {
  public:
    enum class value : unsigned char { unreached, from_named, from_rest };  ///< from_rest, if by both
    static constexpr value nothing = value::unreached;
    static constexpr bool portable = true;
    enum class Side : unsigned char { unreached, rest, named };  ///< numbers of the bands

    /// Refers to the root sets.
    explicit Rest(RootSets<N, Bits> const& roots) : roots_(roots) {}
    explicit Rest(RootSets<N, Bits>&&) = delete;

    std::string name() const { return "rest"; }
    value join(value a, value b) { return a < b ? b : a; }
    std::optional<value> cut(N const& n) const {
        return is_named(n) ? std::optional(value::from_named) : std::nullopt;
    }
    Rest& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        named_.begin_pass();
        for (auto const& root : roots_.roots()) named_.touch(push(root.node(), value::from_named));
        for (N const& root : roots) push(root, value::from_rest);
    }
    Side key(N const& n, value const* reached) const {
        if (!reached) return Side::unreached;
        return *reached == value::from_rest && !is_named(n) ? Side::rest : Side::named;
    }
    Band band(Side side) const {
        constexpr char const* texts[] = {"unreached", "rest", "named"};
        auto const number = static_cast<unsigned>(side);
        return {texts[number], {}, {}, {number, {}, side == Side::unreached}};
    }
    friend Restriction operator==(Rest const& by, std::string text) { return in(by, {std::move(text)}); }

  private:
    bool is_named(N const& n) const { return named_.find(n) != nullptr; }

    RootSets<N, Bits> const& roots_;
    Hashed<N> named_;  // as the graph resolves them
};

}  // namespace trav
