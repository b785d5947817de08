// trav/distributed/detail/border.hpp: the border of a part: its ghosts, which are the objects of other parts
// that its own refer to, and those of its own that are ghosts elsewhere.
//
// A bit for each object of the whole graph says which are ghosts; counting bits numbers them, in the order of
// the graph, so those of one rank are in a row. Their owner is told once which they are: from then on a ghost
// is known by its place in that list. Costs a bit and a bit more for each object of the graph, and 4 or 8
// bytes for each ghost, at its owner. Making it reads the part once.
#pragma once

#include "../../detail/column.hpp"
#include "../part.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace trav::distributed::detail {

template <Part P>
class Border {
    using N = typename P::node;

  public:
    /// Called by all ranks.
    Border(Communicator auto& comm, P const& part) : first_(part.first()), count_(part.count()) {
        mark(part);
        std::size_t const ranks = comm.size();
        for (std::size_t rank = 0; rank <= ranks; ++rank)
            begins_.push_back(ghost(part.begin_of(rank)));  // those before it
        Messages mine(ranks);
        for (std::size_t rank = 0; rank != ranks; ++rank)
            list(part.begin_of(rank), part.begin_of(rank + 1), mine[rank]);
        for (auto const& message : comm.exchange(std::move(mine))) {
            std::vector<N> nodes(message.size() / sizeof(N));
            if (!nodes.empty()) std::memcpy(nodes.data(), message.data(), message.size());
            for (N& n : nodes) n = static_cast<N>(n - first_);
            wanted_.push_back(std::move(nodes));
        }
    }

    /// How many ghosts there are, and how many references lead to them.
    std::uint64_t ghosts() const { return begins_.back(); }
    std::uint64_t cut_edges() const { return cut_edges_; }
    /// The ghosts of a rank: from the one to before the other.
    std::uint64_t begin_of(std::size_t rank) const { return begins_[rank]; }
    /// The number of a ghost, from its number in the graph.
    TRAV_INLINE std::uint64_t ghost(std::uint64_t n) const {
        std::uint64_t const word = n / 64, below = (std::uint64_t{1} << n % 64) - 1;
        return before_[word] + static_cast<std::uint64_t>(std::popcount(bits_[word] & below));
    }
    /// The objects of this part that are ghosts of a rank, by their places in that rank's list.
    std::vector<N> const& wanted_by(std::size_t rank) const { return wanted_[rank]; }
    /// Bytes that this takes.
    std::size_t bytes() const {
        std::size_t all = bits_.size() * (sizeof bits_[0] + sizeof before_[0]);
        for (auto const& nodes : wanted_) all += nodes.size() * sizeof(N);
        return all;
    }

  private:
    void mark(P const& part) {
        bits_.assign(part.total() / 64 + 1, 0);
        for (std::uint64_t i = 0; i != count_; ++i)
            for (auto const& child : part.children(static_cast<N>(first_ + i))) {
                auto const n = static_cast<std::uint64_t>(child);
                if (n - first_ < count_) continue;
                bits_[n / 64] |= std::uint64_t{1} << n % 64;
                ++cut_edges_;
            }
        std::uint64_t ghosts = 0;
        for (std::uint64_t const word : bits_) {
            before_.push(ghosts);
            ghosts += static_cast<std::uint64_t>(std::popcount(word));
        }
    }
    /// Adds the ghosts between two numbers to a message.
    void list(std::uint64_t begin, std::uint64_t end, Message& to) const {
        Column<N> nodes;
        for (std::uint64_t word = begin / 64; word * 64 < end; ++word)
            for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
                std::uint64_t const n = word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
                if (begin <= n && n < end) nodes.push(static_cast<N>(n));
            }
        to.resize(nodes.size() * sizeof(N));
        if (!to.empty()) std::memcpy(to.data(), nodes.data(), to.size());
    }

    template <class T>
    using Column = trav::detail::Column<T>;

    std::uint64_t first_, count_;
    std::uint64_t cut_edges_ = 0;
    Column<std::uint64_t> bits_;
    Column<std::uint64_t> before_;       // by word: how many bits are set before it
    std::vector<std::uint64_t> begins_;  // by rank: its first ghost
    std::vector<std::vector<N>> wanted_;
};

}  // namespace trav::distributed::detail
