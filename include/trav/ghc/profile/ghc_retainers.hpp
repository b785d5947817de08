// trav/ghc/profile/ghc_retainers.hpp: retainer sets as GHC 9.0.2 computes them (rts/RetainerProfile.c), which
// are not always right.
//
//     ghc::GhcRetainers retainers(heap);
//     retainers.pass();                                            // before each sample
//     trav::Profiler profiler{ghc::Graph(heap, true), retainers};
//
// Two shortcuts lose retainers where there is a cycle through one. An object that is visited again takes over
// the set of its parent if that has one element more, though it may lack one of the object's own; and a first
// visit copies the whole set of the parent but hands only one retainer on, so that a later visit stops early.
// What is lost depends on the order of visits, which is GHC's here: its roots, the last one first, depth
// first. by_retainer (retainers.hpp) is right.
//
// A visit costs two look-ups of objects, and one of a set if the set grows. Sets are made anew at each pass,
// as GHC does, so that their numbers mean nothing beyond it; all are kept.
#pragma once

#include "../../strategy/counted.hpp"
#include "../../traverse_heap.hpp"
#include "retainers.hpp"
#include "stack_graph.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace trav::ghc {

/// Sets of stacks of cost centres, each stored once in a pass.
class GhcRetainerSets {
  public:
    using Id = std::uint32_t;
    static constexpr Id none = 0, many = 1;

    /// Which of two stacks comes first in a set.
    using Before = bool(CostCentreStack const*, CostCentreStack const*);

    /// `-R<cap>`; 0 is no limit.
    GhcRetainerSets(std::size_t cap, Before* before)
        : cap_(cap == 0 ? std::numeric_limits<std::size_t>::max() : cap), before_(before) {}

    /// Forgets which sets there are. Those handed out stay readable.
    void begin_pass() {
        known_.clear();
        first_ = sets_.size();
    }
    Id singleton(CostCentreStack const* r) { return intern({r}); }
    /// The set with one element more.
    Id with(CostCentreStack const* r, Id set) {
        if (set == many || size(set) == cap_) return many;
        auto elements = sets_[set].elements;
        elements.insert(std::ranges::upper_bound(elements, r, before_), r);
        return intern(std::move(elements));
    }
    bool contains(Id set, CostCentreStack const* r) const {
        return set == many || std::ranges::binary_search(sets_[set].elements, r, before_);
    }
    /// GHC's `num`: MANY has none.
    std::size_t size(Id set) const { return sets_[set].elements.size(); }
    std::vector<CostCentreStack const*> const& elements(Id set) const { return sets_[set].elements; }
    /// GHC's number of a set within its pass: from 2, in the order in which they were made.
    std::size_t number(Id set) const { return sets_[set].number; }

  private:
    struct Set {
        std::vector<CostCentreStack const*> elements;
        std::size_t number;
    };

    Id intern(std::vector<CostCentreStack const*> elements) {
        auto const [at, fresh] = known_.try_emplace(elements, static_cast<Id>(sets_.size()));
        if (fresh) sets_.push_back({std::move(elements), sets_.size() - first_ + 2});
        return at->second;
    }

    std::size_t cap_, first_ = 2;
    Before* before_;
    std::vector<Set> sets_{2};  // none and MANY
    std::map<std::vector<CostCentreStack const*>, Id> known_;
};

/// GHC's visit, as a policy. `Store` holds what the pass knows of the parent.
template <class Store>
struct GhcRetainerVisit {
    using node_data = GhcRetainerSets::Id;
    using inherited = CostCentreStack const*;  // the retainer met last
    static constexpr bool wants_parent = true;

    GhcRetainerSets& sets;
    Store& store;

    bool visit(auto& here) {
        auto const r = here.inherited;
        auto& mine = here.data;
        auto const of_parent = is_retainer(here.parent) ? GhcRetainerSets::none : *store.find(here.parent);
        bool const first = mine == GhcRetainerSets::none, retainer = is_retainer(here.node);
        if (first) {
            mine = of_parent != GhcRetainerSets::none ? of_parent : sets.singleton(r);
        } else if (sets.contains(mine, r)) {
            return false;
        } else if (of_parent != GhcRetainerSets::none && sets.size(of_parent) == sets.size(mine) + 1) {
            mine = of_parent;
        } else {
            mine = sets.with(r, mine);
        }
        here.to_children = first && retainer ? here.node->ccs : r;
        return first || !retainer;
    }
};

/// By retainer set, in GHC's way. A band's number is that of its set. `Graph` is to be as GHC sees it.
template <class Graph>
class GhcRetainersOf {
  public:
    GhcRetainersOf(Graph graph, std::size_t cap, GhcRetainerSets::Before* before)
        : sets_(cap, before), visit_{sets_, store_}, traversal_(std::move(graph), visit_, store_) {}
    GhcRetainersOf(GhcRetainersOf const&) = delete;
    GhcRetainersOf& operator=(GhcRetainersOf const&) = delete;

    /// Finds the sets of all that roots, in GHC's order, reach; those that are no retainers are `system`'s.
    void pass(std::vector<Closure*> const& roots, CostCentreStack const* system) {
        sets_.begin_pass();
        traversal_.begin_pass();
        for (Closure* root : roots) {
            Closure* const c = untag(root);
            if (c) traversal_.push_root(c, is_retainer(c) ? c->ccs : system);
        }
        traversal_.run();
    }
    /// Visits and objects of the last pass, and how high GHC's stack would have been.
    Statistics const& statistics() const { return traversal_.statistics(); }
    GhcRetainerSets const& sets() const { return sets_; }

    std::string name() const { return "retainer"; }
    GhcRetainerSets::Id key(Closure* c) const {
        auto const* const set = store_.find(c);
        return set ? *set : GhcRetainerSets::none;
    }
    Band band(GhcRetainerSets::Id set) const {
        if (set == GhcRetainerSets::none) return {"UNREACHED", {}, {}, {.unreached = true}};
        if (set == GhcRetainerSets::many) return {"MANY", {}, {}, {GhcRetainerSets::many}};
        Band band;
        band.identity.number = sets_.number(set);
        for (auto const* ccs : sets_.elements(set)) {
            auto name = StackName{}(ccs);
            band.members.push_back(std::move(name.text));
            band.details.push_back(std::move(name.detail));
        }
        band.text = set_text(band.members);
        return band;
    }

  private:
    using Store = Hashed<Closure*, GhcRetainerSets::Id>;
    using Visit = GhcRetainerVisit<Store>;

    GhcRetainerSets sets_;
    Store store_;
    Visit visit_;
    TraverseHeap<Graph, Visit, Store&, Counted<GhcDepthFirst>> traversal_;
};

/// The same of the mock heap.
class GhcRetainers : public GhcRetainersOf<GhcStackGraph> {
  public:
    explicit GhcRetainers(Heap& heap, std::size_t cap = 8)
        : GhcRetainersOf(GhcStackGraph(heap), cap, before), heap_(&heap) {}

    /// Finds the sets of all that the heap's roots reach.
    void pass() { GhcRetainersOf::pass(heap_->ghc_roots(), heap_->cost_centres().system()); }

  private:
    /// GHC sorts by address: CAFs lie in the program, the built-in stacks in the runtime system behind it,
    /// and what is pushed is allocated later.
    static bool before(CostCentreStack const* a, CostCentreStack const* b) {
        auto const place = [](CostCentreStack const* ccs) {
            bool const below_main = !ccs->parent || !ccs->parent->parent;
            bool const built_in = below_main && std::string_view(ccs->cc->source) == "<built-in>";
            return std::pair(ccs->cc->is_caf && below_main ? 0 : built_in ? 1 : 2, ccs->id);
        };
        return place(a) < place(b);
    }

    Heap* heap_;
};

}  // namespace trav::ghc
