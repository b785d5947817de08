// Past: the effects of a program on its heap so far, as plain data.
#pragma once

#include "case.hpp"

#include <algorithm>
#include <vector>

namespace oracle {

class Past {
  public:
    test::Shape shape;
    std::vector<bool> allocated;

    explicit Past(Case const& c) : shape(shape_of(c)), allocated(shape.children.size(), true), case_(c) {}

    /// The named roots of objects that still exist: name, node.
    std::vector<std::pair<int, int>> named() const {
        auto all = case_.named;
        std::erase_if(all, [&](auto const& root) { return !allocated[at(root.second)]; });
        return all;
    }
    /// The objects reachable from named and other roots.
    std::vector<bool> reached() const {
        test::Shape from_all = shape;
        for (auto const& [name, node] : named()) from_all.roots.push_back(node);
        return test::closure(from_all);
    }

    /// Performs a step if possible: only reachable objects can be used or referred to. Returns whether it was
    /// possible.
    bool apply(Step const& step) {
        auto const is_reached = reached();
        auto const can_reach = [&](int n) { return n >= 0 && n < shape.size() && is_reached[at(n)]; };
        switch (step.what) {
        case Do::make:
            if (step.a != null && !can_reach(step.a)) return false;
            (step.a == null ? shape.roots : shape.children[at(step.a)]).push_back(shape.size());
            shape.children.emplace_back();
            allocated.push_back(true);
            return true;
        case Do::link:
            if (!can_reach(step.a) || !can_reach(step.b)) return false;
            shape.children[at(step.a)].push_back(step.b);
            return true;
        case Do::cut:
            if (step.a != null && !can_reach(step.a)) return false;
            if ((step.a == null ? shape.roots : shape.children[at(step.a)]).empty()) return false;
            (step.a == null ? shape.roots : shape.children[at(step.a)]).pop_back();
            return true;
        case Do::use: return can_reach(step.a);
        case Do::move: return step.a >= 0 && step.a < shape.size() && allocated[at(step.a)];
        case Do::die: return false;
        case Do::collect: {  // named roots are weak
            auto const live = test::closure(shape);
            for (std::size_t n = 0; n != live.size(); ++n)
                if (!live[n]) allocated[n] = false, shape.children[n].clear();
            return true;
        }
        case Do::census: return true;
        }
        return false;
    }

  private:
    Case const& case_;
};

/// Whether step k reports the deaths that it finds. It must if no later census can notice them.
inline bool deaths_are_told(Case const& c, std::size_t k) {
    auto const is_census = [](Step const& step) { return step.what == Do::census; };
    return (c.steps[k].b & 1) != 0 ||
           std::none_of(c.steps.begin() + static_cast<std::ptrdiff_t>(k), c.steps.end(), is_census);
}

}  // namespace oracle
