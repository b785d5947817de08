// trav/profile/retainer.hpp: a breakdown by the set of retainers of an object (Park and Peyton Jones; GHC's -hr).
//
//     auto retainers = trav::by_retainer<Obj*>([](Obj* o) { return o->is_thunk(); },     // isRetainer
//                                              [](Obj* o) { return o->maker; });         // R(): its identity, any hashable value
//
// The set of an object is the least fixed point of the paper's equations: an ancestor that is a retainer gives its own identity,
// any other ancestor gives the set it has itself; a root gives its identity, or SYSTEM if it is no retainer. A set of more than
// `cap` retainers is MANY (GHC: -R8; LabelSets::no_cap: never).
#pragma once

#include "by.hpp"
#include "label_set.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

template <class N, class IsRetainer, class Identity, class TextOf = AsText>
class Retainers {
public:
    static constexpr std::size_t ghc_cap = 8;

    Retainers(IsRetainer is_retainer, Identity identity, TextOf text, std::size_t cap)
        : is_retainer_(std::move(is_retainer)), identity_(std::move(identity)), text_(std::move(text)), sets_(cap) {}

    std::string name() const { return "retainer"; }

    using label = LabelSets::Id;
    label join(label a, label b) { return sets_.unite(a, b); }
    std::optional<label> cut(N const& n) {
        if (!is_retainer_(n)) return {};
        return sets_.singleton(number_of(n));
    }

    Retainers& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (N const& root : roots) push(root, cut(root).value_or(sets_.singleton(system)));
    }
    label key(N const&, label const* reached) const { return reached ? *reached : LabelSets::empty; }
    Band band(label set) const {
        if (set == LabelSets::many) return {"MANY"};
        if (set == LabelSets::empty) return {"UNREACHED"};
        Band band;
        for (auto const retainer : sets_.elements(set)) band.members.push_back(texts_[retainer]);
        std::ranges::sort(band.members);
        for (auto const& member : band.members) band.label += (band.label.empty() ? "" : ",") + member;
        return band;
    }
    LabelSets const& sets() const { return sets_; }

private:
    static constexpr LabelSets::Element system = 0;

    LabelSets::Element number_of(N const& n) {
        auto const [at, fresh] = numbers_.try_emplace(identity_(n), static_cast<LabelSets::Element>(texts_.size()));
        if (fresh) texts_.push_back(text_(at->first));
        return at->second;
    }

    IsRetainer is_retainer_;
    Identity identity_;
    TextOf text_;
    LabelSets sets_;
    std::unordered_map<std::decay_t<std::invoke_result_t<Identity&, N>>, LabelSets::Element> numbers_;
    std::vector<std::string> texts_{"SYSTEM"};
};

/// `text` labels an identity that is neither text nor number.
template <class N, class IsRetainer, class Identity, class TextOf = AsText>
Retainers<N, IsRetainer, Identity, TextOf> by_retainer(IsRetainer is_retainer, Identity identity, std::size_t cap = 8,
                                                       TextOf text = {}) {
    return {std::move(is_retainer), std::move(identity), std::move(text), cap};
}

}  // namespace trav
