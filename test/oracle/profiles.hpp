// Profiles of a heap that changes: calls for the oracle. Moved objects leave a reference to the new place at
// the old one. Places are reused.
#pragma once

#include "past.hpp"
#include "printed.hpp"

#include <trav/flow/solve.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/policies.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/strategy/breadth_first.hpp>

#include <deque>
#include <string>
#include <type_traits>
#include <vector>

namespace oracle {

struct Object {
    int id = null;
    std::vector<Object*> fields{};
    Object* forward = nullptr;  // the new place of an object that has moved
};

/// The objects of a case at their places, and their history.
class World {
  public:
    explicit World(Case const& c) : past(c), case_(c) {
        for (int n = 0; n != c.nodes; ++n) place(n);
        refer_again();
    }
    World(World const&) = delete;
    World& operator=(World const&) = delete;

    Past past;

    Case const& heap() const { return case_; }
    /// The objects of all unnamed roots, at their places from when they became roots.
    std::vector<Object*> const& roots() const { return roots_; }
    /// The object; null if it was freed.
    Object* object(int n) const { return past.allocated[at(n)] ? places_of_[at(n)] : nullptr; }
    std::vector<Object*> objects() const {
        std::vector<Object*> all;
        for (int n = 0; n != past.shape.size(); ++n)
            if (auto* const o = object(n)) all.push_back(o);
        return all;
    }

    /// Performs the k-th step of the case, and reports it to `life` (a Biography) and the profiler.
    void apply(std::size_t k, auto& life, auto& profiler) {
        Step const& step = case_.steps[k];
        auto const before = past.allocated;
        if (!past.apply(step)) return;
        switch (step.what) {
        case Do::make: {
            int const n = past.shape.size() - 1;
            bool const used_before = place(n);
            if (step.a == null) roots_.push_back(object(n));
            else object(step.a)->fields.push_back(object(n));
            if (!used_before && step.b == 0) break;  // cannot be mistaken for another object
            if constexpr (requires { profiler.created(object(n)); }) profiler.created(object(n));
            else life.created(object(n));
            break;
        }
        case Do::link: object(step.a)->fields.push_back(object(step.b)); break;
        case Do::cut: (step.a == null ? roots_ : object(step.a)->fields).pop_back(); break;
        case Do::use:
            if constexpr (requires { profiler.used(object(step.a)); }) profiler.used(object(step.a));
            else life.used(object(step.a));
            break;
        case Do::move: {
            Object* const from = object(step.a);
            place(step.a);
            Object* const to = object(step.a);
            to->fields = std::move(from->fields);
            from->fields.clear(), from->forward = to;
            life.moved(from, to);
            break;
        }
        case Do::collect: collect(before, deaths_are_told(case_, k), (step.b & 2) != 0, life); break;
        case Do::die:
        case Do::census: break;
        }
    }

  private:
    /// Gives the object a place. Returns whether another object had it before.
    bool place(int n) {
        places_of_.resize(past.shape.children.size());
        bool const again = !free_.empty();
        Object*& where = places_of_[at(n)];
        if (again) where = free_.back(), free_.pop_back();
        else where = &places_.emplace_back();
        *where = {n};
        return again;
    }
    void collect(std::vector<bool> const& before, bool told, bool together, auto& life) {
        for (auto& place : places_)
            if (place.forward != nullptr) free_.push_back(&place), place = {};
        for (std::size_t n = 0; n != before.size(); ++n)
            if (before[n] && !past.allocated[n]) {
                if (told) life.died(places_of_[n]);
                *places_of_[n] = {};
                free_.push_back(places_of_[n]);
            }
        for (int n = 0; together && n != past.shape.size(); ++n) {
            Object* const from = object(n);
            if (from == nullptr || free_.empty()) continue;
            place(n);
            life.moved(from, object(n));
            *from = {};
            free_.push_back(from);
        }
        refer_again();
    }
    /// Updates every reference to the current place of its object.
    void refer_again() {
        auto const to = [&](Numbers const& nodes) {
            std::vector<Object*> all;
            for (int const n : nodes) all.push_back(n < 0 ? nullptr : object(n));
            return all;
        };
        roots_ = to(past.shape.roots);
        for (Object* const o : objects()) o->fields = to(past.shape.children[at(o->id)]);
    }

    Case const& case_;
    std::deque<Object> places_;
    std::vector<Object*> free_{}, places_of_, roots_{};
};

/// The graph over a world. Its nodes have numbers if `numbered`.
template <bool numbered>
struct Changing {
    using node = Object*;
    World const* world;

    auto const& children(node n) const { return n->fields; }
    node resolve(node n) const {
        while (n->forward != nullptr) n = n->forward;
        return n;
    }
    std::size_t size(node n) const { return at(world->heap().bytes_of(n->id)); }
    std::vector<node> objects() const { return world->objects(); }
    std::size_t index(node n) const
        requires numbered
    {
        return at(n->id);
    }
    std::size_t count() const
        requires numbered
    {
        return world->past.allocated.size();
    }
};

/// Breaks down by number of arrivals: a breakdown with a policy.
struct ByArrivals {
    using node_data = int;
    void visit(auto& here) { ++here.data; }
    ByArrivals& policy() { return *this; }
    std::string name() const { return "arrivals"; }
    int key(Object*, int const* count) const { return count ? *count : 0; }
    trav::Band band(int count) const { return {count == 0 ? "none" : std::to_string(count)}; }
};

/// Objects of type 3 are machinery: follows no edges to them.
template <bool numbered>
struct ByHolder : trav::RootSets<Object*> {
    World const* world;
    ByHolder(std::vector<Root> roots, World const& w)
        : trav::RootSets<Object*>(std::move(roots)), world(&w) {}
    std::string name() const { return "holder"; }
    auto edges() const {
        Case const* const c = &world->heap();
        Changing<numbered> const graph{world};
        return trav::filter_edges(
            graph, [c, graph](Object*, Object* to) { return c->type_of(graph.resolve(to)->id) != 3; });
    }
};

/// The breakdowns of a profiler: all of them, named, in this or the reverse order; all but arrivals, in a
/// list; or a single one.
enum class Way { fused, reversed, listed, type, root, holder, other_roots, retainer, arrivals, biography };

/// The profile of the story of `c`.
template <bool numbered, class Strategy = trav::DepthFirst>
trav::Profile profiled(Case const& c, Way way) {
    World world(c);
    Changing<numbered> const graph{&world};
    std::vector<trav::RootSets<Object*>::Root> named;
    for (auto const& root : c.named)
        named.emplace_back(name_of(root.first), [&world, n = root.second] { return world.object(n); });
    auto type = trav::by("type", [&](Object* o) { return type_name(c.type_of(o->id)); });
    trav::RootSets<Object*> roots(named);
    ByHolder<numbered> holder(named, world);
    trav::OtherRoots other_roots{roots};
    auto retainers = trav::by_retainer<Object*>([&](Object* o) { return c.retainer(o->id) != null; },
                                                [&](Object* o) { return c.retainer(o->id); }, at(c.cap));
    ByArrivals arrivals;
    trav::Biography<Object*> life{[&](Object* o) { return c.type_of(o->id) == 2; }};

    auto const run = [&](auto&& profiler) {
        double time = 0;
        for (std::size_t k = 0; k != c.steps.size(); ++k) {
            world.apply(k, life, profiler);
            if (c.steps[k].what != Do::census) continue;
            if (c.whole_heap) profiler.template sample_heap<Strategy>(world.roots(), time++);
            else profiler.template sample<Strategy>(world.roots(), time++);
            if ((c.steps[k].b & 1) != 0) (void)profiler.profile();
        }
        return profiler.profile();
    };
    using trav::Profiler;
    switch (way) {
    case Way::fused: return run(Profiler{graph, life, type, roots, holder, other_roots, retainers, arrivals});
    case Way::reversed:
        return run(Profiler{graph, arrivals, retainers, other_roots, holder, roots, type, life});
    case Way::listed: {
        using Any = trav::AnyBreakdown<Object*>;
        return run(Profiler{graph, std::vector<Any>{holder, other_roots, life, retainers, type, roots}});
    }
    case Way::type: return run(Profiler{graph, type});
    case Way::root: return run(Profiler{graph, roots});
    case Way::holder: return run(Profiler{graph, holder});
    case Way::other_roots: return run(Profiler{graph, other_roots});
    case Way::retainer: return run(Profiler{graph, retainers});
    case Way::arrivals: return run(Profiler{graph, arrivals});
    case Way::biography: return run(Profiler{graph, life});
    }
    return {};
}

using Names = std::vector<std::string>;

/// The lines of the profile by the breakdowns with these names.
inline Lines lines(trav::Profile const& profile, Names const& names) {
    Lines all;
    for (auto const& line : profile.by_names(names).lines) all[line.texts] = line.amounts;
    return all;
}

}  // namespace oracle
