// trav/profile/retainer.hpp: a breakdown by the set of an object's retainers (Park and Peyton Jones; GHC's
// -hr).
//
//     auto retainers = trav::by_retainer<Obj*>(
//         [](Obj* o) { return o->is_thunk(); },      // isRetainer
//         [](Obj* o) { return o->maker; });          // R(): its identity, any hashable value
//
// An object's set is the least fixed point of the paper's equations: a parent that is a retainer contributes
// its own identity, any other parent contributes its own set; a root contributes its identity, or SYSTEM if
// it is not a retainer. A set of more than `cap` retainers is MANY (GHC: -R8). With
// InternedSets::no_cap there is no cap, but if all sets together have more than 2^21 members, the largest are
// not listed and become MANY, too.
//
// The paper's statistics are Profiler::statistics().visits_per_object(), which is 2 for this breakdown alone,
// for any amount of sharing; the profile's totals; and sets().count(). set_table.hpp lists the sets that
// occurred.
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
    /// Sets the identity of roots that are not retainers; retainers may have it, too (GHC: CCS_SYSTEM). Must
    /// be called before the first sample.
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
    /// Converts a set to its identities, which are the same in all ranks of a distributed::Profiler, and
    /// back.
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

/// A breakdown by the nodes selected by `is_retainer`, with identities identity(node) and labels
/// name(identity).
template <class N, class IsRetainer, class IdentityOf, class NameOf = AsText>
Retainers<N, IsRetainer, IdentityOf, NameOf> by_retainer(IsRetainer is_retainer, IdentityOf identity,
                                                         std::size_t cap = 8, NameOf name = {}) {
    return {std::move(is_retainer), std::move(identity), std::move(name), cap};
}

}  // namespace trav
