// trav/distributed/border.hpp: the border of a part: its ghosts, which are the objects of other parts
// that it refers to, and its own objects that are ghosts elsewhere.
//
// A bit per object of the whole graph marks the ghosts. Counting bits numbers them in graph order, so ghosts
// with the same owner are consecutive. Each owner receives the list of its ghosts once; afterwards a ghost is
// identified by its position in that list. Takes two bits per object of the graph, and 4 or 8 bytes per ghost
// at its owner. The constructor reads the part once.
#pragma once

#include "../detail/growing_array.hpp"
#include "detail/wire.hpp"
#include "part.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trav::distributed {

template <Part P>
class Border {
    using N = typename P::node;

  public:
    /// Must be called by all ranks.
    Border(Communicator auto& comm, P const& part) : first_(part.first()), count_(part.count()) {
        mark(part);
        for (std::size_t rank = 0; rank <= comm.size(); ++rank)
            begins_.push_back(ghost(part.begin_of(rank)));  // number of ghosts before this part
        for (Message const& list : comm.exchange(lists(part))) {
            auto& nodes = wanted_.emplace_back();
            nodes.reserve(list.size() / sizeof(N));
            for (detail::Reader reader(list); reader.more();) {
                std::uint64_t const at = reader.take<N>() - first_;
                if (at >= count_)
                    throw BadMessage("trav: another rank asks for an object that is not of this part: have "
                                     "all ranks the same graph?");
                nodes.push_back(static_cast<N>(at));
            }
        }
    }

    /// The number of ghosts, and the number of references to them.
    std::uint64_t ghosts() const { return begins_.back(); }
    std::uint64_t cut_edges() const { return cut_edges_; }
    /// The first ghost owned by a rank; its ghosts end at begin_of(rank + 1).
    std::uint64_t begin_of(std::size_t rank) const { return begins_[rank]; }
    /// The number of a ghost, given its number in the graph.
    TRAV_INLINE std::uint64_t ghost(std::uint64_t n) const {
        std::uint64_t const word = n / 64, below = (std::uint64_t{1} << n % 64) - 1;
        return before_[word] + static_cast<std::uint64_t>(std::popcount(bits_[word] & below));
    }
    /// The objects of this part that are ghosts at a rank, in the order of that rank's list.
    std::vector<N> const& wanted_by(std::size_t rank) const { return wanted_[rank]; }

  private:
    void mark(P const& part) {
        bits_.assign(part.total() / 64 + 1, 0);
        if constexpr (requires { part.targets(); }) {
            mark(part.targets());
        } else {
            for (std::uint64_t i = 0; i != count_; ++i)
                for (auto const& child : part.children(static_cast<N>(first_ + i)))
                    mark(static_cast<std::uint64_t>(child));
        }
        std::uint64_t ghosts = 0;
        before_.room(bits_.size());
        for (std::uint64_t const word : bits_) {
            before_.push(ghosts);
            ghosts += static_cast<std::uint64_t>(std::popcount(word));
        }
    }
    void mark(std::uint64_t n) {
        if (n - first_ < count_) return;
        bits_[n / 64] |= std::uint64_t{1} << n % 64;
        ++cut_edges_;
    }
    /// Works in blocks, without branches for finding the ghosts in a block.
    void mark(std::span<N const> targets) {
        constexpr std::size_t block = 16, ahead = 512;
        auto const first = static_cast<N>(first_), count = static_cast<N>(count_);
        auto const elsewhere = [&](N n) { return static_cast<N>(n - first) >= count; };
        for (; targets.size() >= block; targets = targets.subspan(block)) {
            if (targets.size() > ahead) trav::detail::prefetch_at<0>(&targets[ahead]);
            bool any = false;
            for (std::size_t i = 0; i != block; ++i) any |= elsewhere(targets[i]);
            if (!any) continue;
            std::array<N, block> found;
            std::size_t ghosts = 0;
            for (std::size_t i = 0; i != block; ++i)
                found[ghosts] = targets[i], ghosts += elsewhere(targets[i]);
            for (std::size_t i = 0; i != ghosts; ++i) mark(std::uint64_t{found[i]});
        }
        for (N const n : targets) mark(std::uint64_t{n});
    }
    /// The lists of ghosts, by owner.
    Messages lists(P const& part) const {
        Messages lists(begins_.size() - 1);
        for (std::size_t rank = 0; rank != lists.size(); ++rank)
            lists[rank].reserve(static_cast<std::size_t>(begins_[rank + 1] - begins_[rank]) * sizeof(N));
        std::size_t rank = 0;
        for (std::uint64_t word = 0; word != bits_.size(); ++word)
            for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
                std::uint64_t const n = word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
                while (n >= part.begin_of(rank + 1)) ++rank;
                detail::put(lists[rank], static_cast<N>(n));
            }
        return lists;
    }

    template <class T>
    using GrowingArray = trav::detail::GrowingArray<T>;

    std::uint64_t first_, count_;
    std::uint64_t cut_edges_ = 0;
    GrowingArray<std::uint64_t> bits_;
    GrowingArray<std::uint64_t> before_;  // by word: number of bits set before it
    std::vector<std::uint64_t> begins_;   // by rank: its first ghost
    std::vector<std::vector<N>> wanted_;
};

}  // namespace trav::distributed
