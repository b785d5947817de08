// trav/flow/detail/in_order.hpp: sends values in the order of places, and again while something has grown behind.
//
// The order of numbers is nearly depth first. Where values hardly meet, one send for each object is all there is to do; heaps with
// cycles take one to five, a third of what it takes to find their components. Which it is shows on the way: what has to be sent
// again is counted, and it is given up when that is too much. Values have then grown, but none too far. A bit for each place.
#pragma once

#include "cells.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trav::detail {

/// Of values that are sent as they are.
class InOrder {
  public:
    /// Everything sends once. False: given up, since more than one in 32 would have to send again.
    bool all_once(auto& cells, auto const& graph) {
        std::size_t const count = graph.size();
        news_.assign(count / 64 + 1, 0);
        auto const begins = graph.begins();
        auto const references = graph.references();
        std::size_t behind = 0;
        for (std::size_t block = 0; block < count; block += 1024) {
            if (behind > block / 32 + count / 1024 + 64) return false;
            std::size_t const end = block + 1024 < count ? block + 1024 : count;
            for (std::size_t place = block; place != end; ++place) {
                auto const value = cells.sent(graph, static_cast<Place>(place));
                for (std::size_t at = begins[place]; at != begins[place + 1]; ++at) {
                    cells.prefetch(references[at + ahead < references.size() ? at + ahead : at]);
                    Place const child = references[at];
                    bool const news = cells.receive(child, value, true) & (child <= place);
                    note(child, news);
                    behind += news;
                }
            }
        }
        return true;
    }
    /// Notes that these have something to send.
    void all_of(std::size_t count, auto which) {
        news_.assign(count / 64 + 1, 0);
        for (std::size_t i = 0; i != count; ++i) note(static_cast<Place>(i), which(static_cast<Place>(i)));
    }
    /// What was noted sends, and what has grown by it. False: given up after `most` sends.
    bool again(auto& cells, auto const& graph, std::size_t most) {
        std::size_t const look = news_.size();  // a round of few sends is a bad sign
        auto const begins = graph.begins();
        auto const references = graph.references();
        std::size_t sends = 0;
        for (bool any = true; any; sends += look) {
            any = false;
            for (std::size_t word = 0; word != news_.size(); ++word)
                while (news_[word] != 0) {
                    any = true;
                    if (++sends > most) return false;
                    auto const place =
                        static_cast<Place>(word * 64 + static_cast<unsigned>(__builtin_ctzll(news_[word])));
                    news_[word] &= news_[word] - 1;
                    auto const value = cells.sent(graph, place);
                    for (std::size_t at = begins[place]; at != begins[place + 1]; ++at) {
                        cells.prefetch(references[at + ahead < references.size() ? at + ahead : at]);
                        note(references[at], cells.receive(references[at], value, true));
                    }
                }
        }
        return true;
    }

  private:
    static constexpr std::size_t ahead = 32;

    TRAV_INLINE void note(Place place, bool news) { news_[place / 64] |= std::uint64_t{news} << place % 64; }

    std::vector<std::uint64_t> news_;  // places that have something new to send, as bits
};

}  // namespace trav::detail
