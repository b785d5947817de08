// The calls of a policy, for comparison with the expected calls.
#pragma once

#include <trav/policy/policy.hpp>

#include <cstdint>
#include <ostream>
#include <type_traits>
#include <vector>

namespace test {

/// One call. In `leave`, `first` is false; -1 stands for values that the policy does not use.
struct Event {
    enum Kind { visit, leave } kind;
    int node;
    int parent;
    bool first;
    std::uint32_t data;
    int inherited;
    int returned;

    friend bool operator==(Event const&, Event const&) = default;
    friend std::ostream& operator<<(std::ostream& out, Event const& e) {
        return out << (e.kind == visit ? "visit " : "leave ") << e.node << " from " << e.parent
                   << (e.first ? ", first" : "") << ", data " << e.data << ", inherited " << e.inherited
                   << ", returned " << e.returned << '\n';
    }
};
using Log = std::vector<Event>;

/// Decides when to descend. Depends only on numbers, so that a test's own traversal can decide alike.
struct Rule {
    std::uint32_t seed = 0;
    std::uint32_t stop_after = ~0u;  ///< visits
    std::uint32_t most = 1;          ///< descents from one node

    /// The number of descents from `node`: 0 to `most`, on its first arrivals.
    std::uint32_t descents(int node) const {
        return (static_cast<std::uint32_t>(node) * 2654435761u + seed * 40503u) / 64 % (most + 1);
    }
    /// The answer to arrival number `arrival` at `node` (counted from 0), which is visit number `visits`.
    trav::go answer(int node, std::uint32_t arrival, std::uint32_t visits) const {
        if (visits >= stop_after) return trav::go::stop;
        return arrival < descents(node) ? trav::go::down : trav::go::skip;
    }
};

/// The value that a node passes to its children; different for each path, so that an error shows.
constexpr int handed_down(int inherited, int node) { return (inherited * 3 + node + 1) % 1000003; }

/// The amount that an arrival adds to its parent's accumulator.
constexpr int passed_up(int returned) { return 2 * returned % 1000003; }

/// Logs its calls. Returns a bool or go according to `Rule`, or void (the engine's default).
template <class Answer>
struct Recorder {
    using node_data = std::uint32_t;  // arrivals
    using inherited = int;
    static constexpr bool wants_parent = true;

    Rule rule{};
    Log log{};
    std::uint32_t visits = 0;

    Answer visit(auto& here) {
        log.push_back(
            {Event::visit, here.node->id, here.parent->id, here.first, here.data, here.inherited, -1});
        return decide(here);
    }

  protected:
    Answer decide(auto& here) {
        here.to_children = handed_down(here.inherited, here.node->id);
        trav::go const answer = rule.answer(here.node->id, here.data++, ++visits);
        if constexpr (std::is_same_v<Answer, trav::go>) return answer;
        else if constexpr (std::is_same_v<Answer, bool>) return answer == trav::go::down;
    }
};

/// The same with leave(): the accumulator of an arrival is 1 plus the amounts from its children.
template <class Answer>
struct LeavingRecorder : Recorder<Answer> {
    using returned = int;

    Answer visit(auto& here) {
        this->log.push_back({Event::visit, here.node->id, here.parent->id, here.first, here.data,
                             here.inherited, here.returned});
        here.returned = 1;
        return this->decide(here);
    }
    void leave(auto& here) {
        this->log.push_back({Event::leave, here.node->id, here.parent->id, here.first, here.data,
                             here.inherited, here.returned});
        here.to_parent += passed_up(here.returned);
    }
};

}  // namespace test
