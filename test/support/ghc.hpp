// The main loop of GHC (rts/TraverseHeap.c), reimplemented from its description with a stack of the same
// kinds of elements. Depth-first traversal must make the same calls. Shares no code with the engine. Intended
// differences: a null child does not hide later ones, a visit may stop the traversal, and a root is its own
// parent.
#pragma once

#include "event_log.hpp"
#include "random_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace test {

/// The work loop over a Shape. `rule` answers visits; without a rule, it descends on first arrivals.
class GhcLoop {
  public:
    GhcLoop(Shape const& shape, std::optional<Rule> rule, bool leaves, bool (*at_once)(int) = nullptr)
        : shape_(shape), rule_(rule), leaves_(leaves), at_once_(at_once), arrivals_(shape.children.size()) {}

    /// Pushes the roots of the shape and works until nothing is left. Returns false if a visit returned stop.
    bool run(int inherited) {
        for (int const root : shape_.roots)
            if (root >= 0) stack_.push_back({Kind::fresh, root, root, &sentinel_, inherited});
        return work();
    }
    Log const& log() const { return log_; }
    int total() const { return sentinel_.accum; }

  private:
    enum class Kind { fields, fresh, empty };
    struct Element {
        Kind kind;
        int c;
        int parent;
        Element* sep;  // the parent's element
        int inherited;
        int to_children = 0;
        int accum = 0;
        std::size_t next = 0;  // fields: the next child
    };

    /// The next arrival, as a fresh element.
    std::optional<Element> pop() {
        while (!stack_.empty()) {
            Element& e = stack_.back();
            if (e.kind == Kind::fresh) {
                Element const fresh = e;
                stack_.pop_back();
                return fresh;
            }
            if (e.kind == Kind::empty) {
                if (leaves_) leave(e);
                stack_.pop_back();
                continue;
            }
            std::optional<int> const child = next_child(e);
            if (!child) e.kind = Kind::empty;
            else return Element{Kind::fresh, *child, e.c, &e, e.to_children};
        }
        return std::nullopt;
    }

    bool work() {
        while (std::optional<Element> popped = pop()) {
            Element e = *popped;
            while (true) {
                trav::go const answer = visit(e);
                if (answer == trav::go::stop) return false;
                if (answer == trav::go::skip) break;
                if (at_once_ != nullptr && at_once_(e.c)) {
                    Element* const sep = push(Kind::empty, e);
                    while (std::optional<int> const child = next_child(e))
                        stack_.push_back({Kind::fresh, *child, e.c, sep, e.to_children});
                    break;
                }
                std::optional<int> const first = next_child(e);
                if (!first) {
                    if (leaves_) leave(e);
                    break;
                }
                Element rest = e;
                Element* const sep = push(next_child(rest) ? Kind::fields : Kind::empty, e);
                e = {Kind::fresh, *first, e.c, sep, e.to_children};
            }
        }
        return true;
    }

    trav::go visit(Element& e) {
        std::uint32_t& arrivals = arrivals_[static_cast<std::size_t>(e.c)];
        bool const first = arrivals == 0;
        log_.push_back({Event::visit, e.c, e.parent, first, arrivals, e.inherited, leaves_ ? 0 : -1});
        e.to_children = handed_down(e.inherited, e.c);
        e.accum = 1;
        ++visits_;
        std::uint32_t const arrival = arrivals++;
        if (!rule_) return first ? trav::go::down : trav::go::skip;
        return rule_->answer(e.c, arrival, visits_);
    }
    void leave(Element const& e) {
        log_.push_back({Event::leave, e.c, e.parent, false, arrivals_[static_cast<std::size_t>(e.c)],
                        e.inherited, e.accum});
        e.sep->accum += passed_up(e.accum);
    }

    Element* push(Kind kind, Element e) {
        e.kind = kind;
        stack_.push_back(e);
        return &stack_.back();  // valid until it is popped
    }
    std::optional<int> next_child(Element& e) const {
        auto const& children = shape_.children[static_cast<std::size_t>(e.c)];
        while (e.next < children.size())
            if (int const child = children[e.next++]; child >= 0) return child;
        return std::nullopt;
    }

    Shape const& shape_;
    std::optional<Rule> rule_;
    bool leaves_;
    bool (*at_once_)(int);
    std::vector<std::uint32_t> arrivals_;
    std::uint32_t visits_ = 0;
    std::deque<Element> stack_;
    Element sentinel_{Kind::empty, -1, -1, nullptr, 0};
    Log log_;
};

}  // namespace test
