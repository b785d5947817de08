// trav/flow/detail/release.hpp: sends values in topological order: a place sends when all its parents have sent, for which a count
// of them is enough. What a cycle holds back is left. A `cut` place waits for nobody: cycles through it are none.
//
// Each place sends once, each reference is joined once. 4 bytes for each place.
#pragma once

#include "../../detail/column.hpp"
#include "cells.hpp"

#include <cstddef>

namespace trav::detail {

class Release {
  public:
    /// True: all have sent.
    bool run(auto& cells, auto const& graph) {
        count_parents(graph);
        ready_.clear();
        for (std::size_t i = 0; i != graph.size(); ++i) {
            if (cells.is_cut(static_cast<Place>(i))) waiting_[i] = 0;
            *ready_.room(1) = static_cast<Place>(i);
            ready_.add(waiting_[i] == 0);
        }
        std::size_t sent = 0;
        while (!ready_.empty()) sent += next(cells, graph);
        return sent == graph.size();
    }
    /// Of those that are no cuts.
    bool has_sent(Place place) const { return waiting_[place] == 0; }

  private:
    static constexpr std::size_t batch = 32;

    void count_parents(auto const& graph) {
        waiting_.assign(graph.size(), 0);
        for (Place const child : graph.references()) ++waiting_[child];
    }
    /// Sends for a few that were ready last, which are near to each other: what they need is prefetched for all of them.
    std::size_t next(auto& cells, auto const& graph) {
        std::size_t const count = ready_.size() < batch ? ready_.size() : batch;
        Place places[batch];
        for (std::size_t i = 0; i != count; ++i) places[i] = ready_.pop();
        Place const* const begins = graph.begins().data();
        auto const references = graph.references();
        for (std::size_t i = 0; i != count; ++i) {
            __builtin_prefetch(&begins[places[i]]);
            cells.prefetch(places[i]);
        }
        for (std::size_t i = 0; i != count; ++i) __builtin_prefetch(references.data() + begins[places[i]]);
        // of each as many children, its own or others: to ask how many it has costs more
        std::size_t const few = references.size() < 4 ? references.size() : 4;
        for (std::size_t i = 0; i != count; ++i) {
            std::size_t const last = references.size() - few;
            Place const* const from =
                references.data() + (begins[places[i]] < last ? begins[places[i]] : last);
            for (std::size_t k = 0; k != few; ++k) {
                __builtin_prefetch(&waiting_[from[k]], 1);
                cells.prefetch(from[k]);
            }
        }
        for (std::size_t i = 0; i != count; ++i) send(cells, graph, places[i]);
        return count;
    }
    TRAV_INLINE void send(auto& cells, auto const& graph, Place place) {
        bool const given = cells.sends(place);
        auto const value = given ? cells.sent(graph, place) : cells.value(place);
        auto const children = graph.children(place);
        Place* ready = ready_.room(children.size());
        for (Place const child : children) {
            cells.receive(child, value, given);
            *ready = child;
            ready += --waiting_[child] == 0;  // of a cut place it wraps round
        }
        ready_.add(static_cast<std::size_t>(ready - ready_.end()));
    }

    Column<Place> waiting_;  // parents that have not sent
    Column<Place> ready_;
};

}  // namespace trav::detail
