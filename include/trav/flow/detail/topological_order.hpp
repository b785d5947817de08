// trav/flow/detail/topological_order.hpp: sends values in topological order: counts, for each place, the
// parents that have not sent yet (Kahn, 1962). Places on or below a cycle are left over. A cut place does not
// wait for its parents, so it breaks any cycle through it.
//
// Each place sends once, and each reference is joined once. Takes 4 bytes per place.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "flow_state.hpp"

#include <cstddef>

namespace trav::detail {

class TopologicalOrder {
  public:
    /// Returns true if all places have sent.
    bool run(auto& state, auto const& graph) {
        count_parents(graph);
        ready_.clear();
        for (std::size_t i = 0; i != graph.size(); ++i) {
            if (state.is_cut(static_cast<Place>(i))) waiting_[i] = 0;
            *ready_.room(1) = static_cast<Place>(i);
            ready_.add(waiting_[i] == 0);
        }
        std::size_t sent = 0;
        while (!ready_.empty()) sent += next(state, graph);
        return sent == graph.size();
    }
    /// Whether a place has sent. The place must not be cut.
    bool has_sent(Place place) const { return waiting_[place] == 0; }

  private:
    static constexpr std::size_t batch = 32;

    void count_parents(auto const& graph) {
        waiting_.assign(graph.size(), 0);
        for (Place const child : graph.references()) ++waiting_[child];
    }
    /// Sends from a batch of the most recent ready places, which are near each other. Prefetches their data.
    std::size_t next(auto& state, auto const& graph) {
        std::size_t const count = ready_.size() < batch ? ready_.size() : batch;
        Place places[batch];
        for (std::size_t i = 0; i != count; ++i) places[i] = ready_.pop();
        Place const* const begins = graph.begins().data();
        auto const references = graph.references();
        for (std::size_t i = 0; i != count; ++i) {
            prefetch_at(&begins[places[i]]);
            state.prefetch(places[i]);
        }
        for (std::size_t i = 0; i != count; ++i) prefetch_at(references.data() + begins[places[i]]);
        // always prefetch the same number of words, even past the place's children: a branch would cost more
        std::size_t const few = references.size() < 4 ? references.size() : 4;
        for (std::size_t i = 0; i != count; ++i) {
            std::size_t const last = references.size() - few;
            Place const* const from =
                references.data() + (begins[places[i]] < last ? begins[places[i]] : last);
            for (std::size_t k = 0; k != few; ++k) {
                prefetch_at<1>(&waiting_[from[k]]);
                state.prefetch(from[k]);
            }
        }
        for (std::size_t i = 0; i != count; ++i) send(state, graph, places[i]);
        return count;
    }
    TRAV_INLINE void send(auto& state, auto const& graph, Place place) {
        bool const given = state.sends(place);
        auto const value = given ? state.sent(graph, place) : state.value(place);
        auto const children = graph.children(place);
        Place* ready = ready_.room(children.size());
        for (Place const child : children) {
            state.receive(child, value, given);
            *ready = child;
            ready += --waiting_[child] == 0;  // the counter of a cut place wraps around
        }
        ready_.add(static_cast<std::size_t>(ready - ready_.end()));
    }

    GrowingArray<Place> waiting_;  // parents that have not sent
    GrowingArray<Place> ready_;
};

}  // namespace trav::detail
