// trav/profile/retainer.hpp: a breakdown by the set of retainers of an object (Park and Peyton Jones; GHC's
// -hr).
//
//     auto retainers = trav::by_retainer<Obj*>(
//         [](Obj* o) { return o->is_thunk(); },      // isRetainer
//         [](Obj* o) { return o->maker; });          // R(): its identity, any hashable value
//
// The set of an object is the least fixed point of the paper's equations: an ancestor that is a retainer
// gives its own identity, any other ancestor gives the set it has itself; a root gives its identity, or
// SYSTEM if it is no retainer. A set of more than `cap` retainers is MANY (GHC: -R8; InternedSets::no_cap:
// never, but where all sets together have more than 2^21 members, the largest are not listed: MANY, too).
//
// The paper's statistics: Profiler::statistics().visits_per_object(), which is 2 for this breakdown alone,
// however much is shared; the profile's totals, sets().count(). set_table.hpp says which sets there were.
#pragma once

#include "by.hpp"
#include "detail/identities.hpp"
#include "interned_sets.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

template <class N, class IsRetainer, class IdentityOf, class NameOf = AsText>
class Retainers {
  public:
    using Identity = std::decay_t<std::invoke_result_t<IdentityOf&, N const&>>;
    using value = InternedSets::Id;
    static constexpr value nothing = InternedSets::empty;

    Retainers(IsRetainer is_retainer, IdentityOf identity, NameOf name, std::size_t cap)
        : is_retainer_(std::move(is_retainer)),
          identity_(std::move(identity)),
          identities_(std::move(name)),
          sets_(cap) {}
    /// Roots that are no retainers have this identity, which retainers may have too (GHC: CCS_SYSTEM). Before
    /// the first sample.
    void root_identity(Identity const& identity) { identities_.set_system(identity); }

    std::string name() const { return "retainer"; }
    value join(value a, value b) { return sets_.unite(a, b); }
    std::optional<value> cut(N const& n) {
        if (!is_retainer_(n)) return {};
        return own(n);
    }
    Retainers& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (N const& root : roots) {
            auto const own = cut(root);
            push(root, own ? *own : sets_.singleton(identities_.system));
        }
    }
    value key(N const&, value const* reached) const { return reached ? *reached : InternedSets::empty; }
    Band band(value set) const {
        if (set == InternedSets::many) return detail::band_of_many();
        if (set == InternedSets::empty) return {"UNREACHED", {}, {}, {.unreached = true}};
        return identities_.band(sets_.elements(set));
    }
    std::size_t members(value set) const { return sets_.size(set); }
    InternedSets const& sets() const { return sets_; }
    /// The identities in a set, the same in all ranks of a distributed::Profiler; and the set of those.
    auto elements(value set) { return identities_.elements(sets_, set); }
    value of(auto const& elements) { return identities_.set(sets_, elements); }
    friend Restriction operator==(Retainers const& by, std::string text) { return in(by, {std::move(text)}); }

  private:
    TRAV_NOINLINE value own(N const& n) { return sets_.singleton(identities_.number(identity_(n))); }

    IsRetainer is_retainer_;
    IdentityOf identity_;
    Identities<Identity, NameOf> identities_;
    InternedSets sets_;
};

/// Retainers are the nodes for which `is_retainer`, known by their identity(node); name(identity) is their
/// label.
template <class N, class IsRetainer, class IdentityOf, class NameOf = AsText>
Retainers<N, IsRetainer, IdentityOf, NameOf> by_retainer(IsRetainer is_retainer, IdentityOf identity,
                                                         std::size_t cap = 8, NameOf name = {}) {
    return {std::move(is_retainer), std::move(identity), std::move(name), cap};
}

}  // namespace trav
