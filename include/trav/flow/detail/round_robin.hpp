// trav/flow/detail/round_robin.hpp: sends values round by round, in the order of places (round-robin
// iteration).
//
// Places are numbered nearly depth first. Where values rarely meet, one send for each place is all there is
// to do. Heaps with cycles take one to five, which costs a third of finding their components. How many places
// have to send again is counted, and iteration is given up when there are too many. The values are then lower
// bounds of the solution, from which another method can go on. Needs a bit for each place.
#pragma once

#include "../../detail/column.hpp"
#include "../../detail/compiler.hpp"
#include "flow_state.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

/// For flows that send values unchanged.
class RoundRobin {
  public:
    /// Every place sends once. False: given up, because more than one in 32 would have to send again.
    bool all_once(auto& state, auto const& graph) {
        std::size_t const count = graph.size();
        news_.assign(count / 64 + 1, 0);
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
                    bool const news = state.receive(child, value, true) & (child <= place);
                    note(child, news);
                    behind += news;
                }
            }
        }
        return true;
    }
    /// Notes the places for which which(place) is true: they have something to send.
    void all_of(std::size_t count, auto which) {
        news_.assign(count / 64 + 1, 0);
        for (std::size_t i = 0; i != count; ++i) note(static_cast<Place>(i), which(static_cast<Place>(i)));
    }
    /// Sends for the places that were noted, and for those that grow meanwhile. False: given up after `most`
    /// sends.
    bool again(auto& state, auto const& graph, std::size_t most) {
        std::size_t const look = news_.size();  // counts as sends, since a round of few sends is a bad sign
        auto const begins = graph.begins();
        auto const references = graph.references();
        std::size_t sends = 0;
        for (bool any = true; any; sends += look) {
            any = false;
            for (std::size_t word = 0; word != news_.size(); ++word)
                while (news_[word] != 0) {
                    any = true;
                    if (++sends > most) return false;
                    auto const place = static_cast<Place>(word * 64 + lowest_bit(news_[word]));
                    news_[word] &= news_[word] - 1;
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

    TRAV_INLINE void note(Place place, bool news) { news_[place / 64] |= std::uint64_t{news} << place % 64; }

    Column<std::uint64_t> news_;  // a bit for each place: it has something new to send
};

}  // namespace trav::detail
