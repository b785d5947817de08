// trav/flow/detail/round_robin.hpp: sends values round by round, in the order of places (round-robin
// iteration).
//
// Places are numbered nearly depth first. If values rarely meet, one send per place is all the work. Heaps
// with cycles take one to five sends per place, which costs a third of finding their components. The
// iteration counts the places that must send again, and gives up if there are too many. The values are then
// lower bounds of the solution, and another method can continue from them. Takes a bit per place.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "flow_state.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

/// For flows that send values unchanged.
class RoundRobin {
  public:
    /// Sends once from every place. Returns false if it gives up: more than one in 32 would have to send
    /// again.
    bool all_once(auto& state, auto const& graph) {
        std::size_t const count = graph.size();
        pending_.assign(count / 64 + 1, 0);
        auto const begins = graph.begins();
        auto const references = graph.references();
        std::size_t behind = 0;
        for (std::size_t block = 0; block < count; block += 1024) {
            if (behind > block / 32 + count / 1024 + 64) return false;
            std::size_t const end = block + 1024 < count ? block + 1024 : count;
            for (std::size_t place = block; place != end; ++place) {
                auto const value = state.sent(graph, static_cast<Place>(place));
                for (std::size_t at = begins[place]; at != begins[place + 1]; ++at) {
                    state.prefetch(references[at + ahead < references.size() ? at + ahead : at]);
                    Place const child = references[at];
                    bool const late = state.receive(child, value, true) & (child <= place);
                    note(child, late);
                    behind += late;
                }
            }
        }
        return true;
    }
    /// Marks a place as pending if which(place) returns true.
    void all_of(std::size_t count, auto which) {
        pending_.assign(count / 64 + 1, 0);
        for (std::size_t i = 0; i != count; ++i) note(static_cast<Place>(i), which(static_cast<Place>(i)));
    }
    /// Sends from the pending places, and from the places that grow meanwhile. Returns false if it gives up
    /// after `most` sends.
    bool again(auto& state, auto const& graph, std::size_t most) {
        // counts as sends, since a round of few sends is a bad sign
        std::size_t const look = pending_.size();
        auto const begins = graph.begins();
        auto const references = graph.references();
        std::size_t sends = 0;
        for (bool any = true; any; sends += look) {
            any = false;
            for (std::size_t word = 0; word != pending_.size(); ++word)
                while (pending_[word] != 0) {
                    any = true;
                    if (++sends > most) return false;
                    auto const place = static_cast<Place>(word * 64 + lowest_bit(pending_[word]));
                    pending_[word] &= pending_[word] - 1;
                    auto const value = state.sent(graph, place);
                    for (std::size_t at = begins[place]; at != begins[place + 1]; ++at) {
                        state.prefetch(references[at + ahead < references.size() ? at + ahead : at]);
                        note(references[at], state.receive(references[at], value, true));
                    }
                }
        }
        return true;
    }

  private:
    static constexpr std::size_t ahead = 32;

    TRAV_INLINE void note(Place place, bool late) {
        pending_[place / 64] |= std::uint64_t{late} << place % 64;
    }

    GrowingArray<std::uint64_t> pending_;  // a bit per place: it has a pending update
};

}  // namespace trav::detail
