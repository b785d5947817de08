// trav/distributed/part_csr.hpp: a part of a graph in a file written by graph/write_csr.hpp, mapped into
// memory. POSIX only.
//
//     trav::distributed::PartCsr<> part("heap.csr", comm);            // 32-bit nodes; PartCsr<std::uint64_t>
//     trav::distributed::PartCsr<std::uint32_t, true> part(...);      // with sizes, for profiles
//
// Parts have as equal a number of objects plus references as possible. Every rank maps the file, but reads
// and checks only the header and its own rows; so each rank needs access to the file, or to a copy of it.
#pragma once

#include "../graph/mapped.hpp"
#include "part.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace trav::distributed {

/// The first objects of parts with objects and references spread evenly. Reads O(log nodes) offsets per part.
template <class Offset>
std::vector<std::uint64_t> even_parts(std::span<Offset const> offsets, std::size_t ranks) {
    auto const work = [&](std::uint64_t n) { return n + static_cast<std::uint64_t>(offsets[n]); };
    std::uint64_t const nodes = offsets.size() - 1, all = work(nodes);
    std::vector<std::uint64_t> begins{0};
    for (std::size_t rank = 1; rank < ranks; ++rank) {
        std::uint64_t const wanted = all / ranks * rank + all % ranks * rank / ranks;
        std::uint64_t low = begins.back(), high = nodes;
        while (low < high) {
            std::uint64_t const middle = low + (high - low) / 2;
            if (work(middle) < wanted) low = middle + 1;
            else high = middle;
        }
        begins.push_back(low);
    }
    begins.push_back(nodes);
    return begins;
}

/// A rank's part of the graph in a file.
template <std::unsigned_integral Node = std::uint32_t, bool Sized = false>
class PartCsr : public PartOf<MappedCsr<Node, Sized>> {
    using Graph = MappedCsr<Node, Sized>;
    using Base = PartOf<Graph>;

  public:
    /// Throws BadFile.
    PartCsr(std::string const& file, Communicator auto& comm)
        : PartCsr(Graph(file, Trust::arrays), comm.rank(), comm.size()) {}

  private:
    PartCsr(Graph graph, std::size_t rank, std::size_t ranks)
        : Base(graph, even_parts(graph.offsets(), ranks), rank) {
        check();
    }
    void check() const {
        auto const offsets = this->graph().offsets();
        auto const targets = this->graph().targets();
        auto const refuse = [&](std::uint64_t at, char const* array, std::uint64_t value) {
            throw BadFile(this->graph().name(), at, array + std::to_string(value) + ", out of range");
        };
        for (std::uint64_t n = this->first(), end = n + this->count(); n != end; ++n) {
            std::uint64_t const at = offsets[n], next = offsets[n + 1];
            if (next < at || next > targets.size())
                refuse(sizeof(trav::detail::CsrHeader) + (n + 1) * 8, "an offset is ", next);
            for (std::uint64_t e = at; e != next; ++e)
                if (targets[e] >= this->total())
                    refuse(sizeof(trav::detail::CsrHeader) + offsets.size() * 8 + e * sizeof(Node),
                           "a target is ", targets[e]);
        }
    }
};

}  // namespace trav::distributed
