// trav/ghc/profile/ghc_retainers.hpp: retainer sets as GHC 9.0.2 computes them (rts/RetainerProfile.c); they
// are not always correct.
//
//     ghc::GhcRetainers retainers(heap);
//     retainers.pass();                                            // before each sample
//     trav::Profiler profiler{ghc::Graph(heap, true), retainers};
//
// Two shortcuts lose retainers if a retainer is on a cycle. First, if an object is visited again and its
// parent's set has one element more than its own, the object takes the parent's set, although this set may
// lack some of the object's elements. Second, a first visit copies the whole set of the parent but passes
// only one retainer on, so that a later visit stops early. The lost retainers depend on the order of visits.
// This is GHC's order: depth first from GHC's roots, the last root first. by_retainer (retainers.hpp) is
// correct.
//
// A visit costs two lookups of objects, and a lookup of a set if the set grows. As in GHC, each pass creates
// its sets anew, so their numbers are meaningless in other passes. All sets are kept.
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

/// Sets of cost-centre stacks, each stored once in a pass.
class GhcRetainerSets {
  public:
    using Id = std::uint32_t;
    static constexpr Id none = 0, many = 1;

    /// Whether the first stack precedes the second in a set.
    using Before = bool(CostCentreStack const*, CostCentreStack const*);

    /// The limit of `-R<cap>`; 0 means no limit.
    GhcRetainerSets(std::size_t cap, Before* before)
        : cap_(cap == 0 ? std::numeric_limits<std::size_t>::max() : cap), before_(before) {}

    /// Forgets the known sets. Sets returned earlier stay readable.
    void begin_pass() {
        known_.clear();
        first_ = sets_.size();
    }
    Id singleton(CostCentreStack const* r) { return intern({r}); }
    /// The set with one more element.
    Id with(CostCentreStack const* r, Id set) {
        if (set == many || size(set) == cap_) return many;
        auto elements = sets_[set].elements;
        elements.insert(std::ranges::upper_bound(elements, r, before_), r);
        return intern(std::move(elements));
    }
    bool contains(Id set, CostCentreStack const* r) const {
        return set == many || std::ranges::binary_search(sets_[set].elements, r, before_);
    }
    /// GHC's `num`; MANY has no elements.
    std::size_t size(Id set) const { return sets_[set].elements.size(); }
    std::vector<CostCentreStack const*> const& elements(Id set) const { return sets_[set].elements; }
    /// GHC's number of a set within its pass: from 2, in order of creation.
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

/// GHC's visit, as a policy. `Store` holds the sets found so far, including the parent's set.
template <class Store>
struct GhcRetainerVisit {
    using node_data = GhcRetainerSets::Id;
    using inherited = CostCentreStack const*;  // the last retainer on the path
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

/// By retainer set, as computed by GHC. A band has its set's number. `Graph` must be GHC's view of a heap.
template <class Graph>
class GhcRetainersOf {
  public:
    GhcRetainersOf(Graph graph, std::size_t cap, GhcRetainerSets::Before* before)
        : sets_(cap, before), visit_{sets_, store_}, traversal_(std::move(graph), visit_, store_) {}
    GhcRetainersOf(GhcRetainersOf const&) = delete;
    GhcRetainersOf& operator=(GhcRetainersOf const&) = delete;

    /// Computes the sets of reachable objects. Roots must be in GHC's order; non-retainers count as `system`.
    void pass(std::vector<Closure*> const& roots, CostCentreStack const* system) {
        sets_.begin_pass();
        traversal_.begin_pass();
        for (Closure* root : roots) {
            Closure* const c = untag(root);
            if (c) traversal_.push_root(c, is_retainer(c) ? c->ccs : system);
        }
        traversal_.run();
    }
    /// Visits and objects of the last pass, and the maximum height of GHC's stack.
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

/// GHC's retainer sets on the mock heap.
class GhcRetainers : public GhcRetainersOf<GhcStackGraph> {
  public:
    explicit GhcRetainers(Heap& heap, std::size_t cap = 8)
        : GhcRetainersOf(GhcStackGraph(heap), cap, before), heap_(&heap) {}

    /// Computes the sets of all objects reachable from the heap's roots.
    void pass() { GhcRetainersOf::pass(heap_->ghc_roots(), heap_->cost_centres().system()); }

  private:
    /// GHC sorts by address: CAFs are in the program, the built-in stacks after it in the runtime system, and
    /// pushed stacks are allocated later.
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
