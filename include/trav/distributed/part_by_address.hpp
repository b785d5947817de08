// trav/distributed/part_by_address.hpp: a part of a graph with objects identified by address, as in the
// memory of several processes: each rank has a range of addresses, and numbers only its own objects.
//
//     std::vector<std::uint64_t> const objects = ...;               // this rank's addresses, ascending
//     trav::distributed::PartByAddress<> const part(comm, objects,  // called by all ranks
//         [](std::uint64_t object) { return fields_of(object); },   // a range of addresses; 0: none
//         [](std::uint64_t object) { return bytes_of(object); });
//     part.number(address)                                          // its number: a source of solve()
//
// References into the range of another rank are looked up there, all in one exchange. `children` and `size`
// are called once per object: the part keeps its own rows, which take 24 bytes per object and a Node per
// reference. The constructor takes 8 more bytes per reference, and a few times that per reference to another
// rank. O(references * log(objects)).
#pragma once

#include "detail/wire.hpp"
#include "part.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trav::distributed {

/// A rank's part of a graph. Nodes are numbered by rank, and within a rank by address.
template <std::unsigned_integral Node = std::uint64_t>
class PartByAddress {
  public:
    using node = Node;

    /// The ranges of addresses, from a rank's first object to its last, must not overlap; they may be in any
    /// order. Throws std::invalid_argument if they overlap, if objects do not ascend, or if a reference leads
    /// to an address without an object. Passes on exceptions of `children` and `size`. If one rank throws,
    /// all throw: see together().
    PartByAddress(Communicator auto& comm, std::vector<std::uint64_t> objects, auto const& children,
                  auto const& size)
        : objects_(std::move(objects)), rank_(comm.rank()) {
        std::vector<std::uint64_t> targets;
        together(comm, [&] {
            if (std::ranges::adjacent_find(objects_, std::greater_equal()) != objects_.end())
                throw std::invalid_argument("trav: the addresses of a rank's objects need to ascend");
            offsets_.reserve(objects_.size() + 1);
            for (std::uint64_t const object : objects_) {
                sizes_.push_back(static_cast<std::size_t>(size(object)));
                for (auto const& child : children(object))
                    if (auto const address = static_cast<std::uint64_t>(child); address != 0)
                        targets.push_back(address);
                offsets_.push_back(targets.size());
            }
        });
        agree_on_ranges(comm);
        auto const others = ask_others(comm, targets);
        together(comm, [&] {
            targets_.reserve(targets.size());
            for (std::uint64_t const address : targets) targets_.push_back(translated(address, others));
        });
    }

    std::uint64_t first() const { return begins_[rank_]; }
    std::uint64_t count() const { return objects_.size(); }
    std::uint64_t total() const { return begins_.back(); }
    std::uint64_t begin_of(std::size_t rank) const { return begins_[rank]; }
    std::span<Node const> children(Node own) const {
        auto const at = static_cast<std::size_t>(own - first());
        return std::span(targets_).subspan(offsets_[at], offsets_[at + 1] - offsets_[at]);
    }
    std::size_t size(Node own) const { return sizes_[static_cast<std::size_t>(own - first())]; }
    /// The children of all own nodes, row by row.
    std::span<Node const> targets() const { return targets_; }
    Node const* rows_end() const { return targets_.data() + targets_.size(); }

    /// The number of this rank's object at an address, if there is one. O(log(objects)).
    std::optional<Node> number(std::uint64_t address) const {
        auto const at = std::ranges::lower_bound(objects_, address);
        if (at == objects_.end() || *at != address) return {};
        return static_cast<Node>(first() + static_cast<std::uint64_t>(at - objects_.begin()));
    }
    std::uint64_t address(Node own) const { return objects_[static_cast<std::size_t>(own - first())]; }

  private:
    struct Range {  // of addresses
        std::uint64_t low, high;
        std::size_t rank;
        bool operator<(Range const& other) const { return low < other.low; }
    };
    /// Objects of other ranks: their ascending addresses, and their numbers.
    struct Others {
        std::vector<std::uint64_t> addresses, numbers;
    };
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    void agree_on_ranges(Communicator auto& comm) {
        Message own;
        detail::put(own, std::uint64_t{objects_.size()});
        if (!objects_.empty()) detail::put(own, objects_.front()), detail::put(own, objects_.back());
        for (Message const& message : comm.exchange(Messages(comm.size(), own))) {
            detail::Reader from(message);
            std::size_t const rank = begins_.size() - 1;
            begins_.push_back(begins_.back() + from.take<std::uint64_t>());
            if (!from.more()) continue;
            auto const low = from.take<std::uint64_t>();
            ranges_.push_back({low, from.take<std::uint64_t>(), rank});
        }
        std::ranges::sort(ranges_, std::less());
        for (std::size_t i = 1; i < ranges_.size(); ++i)
            if (ranges_[i].low <= ranges_[i - 1].high)
                throw std::invalid_argument("trav: ranks " + std::to_string(ranges_[i - 1].rank) + " and " +
                                            std::to_string(ranges_[i].rank) + " have addresses of one range");
        if (total() != 0 && total() - 1 > std::numeric_limits<Node>::max())
            throw std::invalid_argument("trav: " + std::to_string(total()) +
                                        " objects are more than nodes of this type");
    }
    /// The rank with an address in its range, if there is one.
    std::size_t owner(std::uint64_t address) const {
        auto const after = std::ranges::upper_bound(ranges_, address, std::less(), &Range::low);
        if (after == ranges_.begin()) refuse(address);
        return std::prev(after)->rank;
    }
    Others ask_others(Communicator auto& comm, std::vector<std::uint64_t> const& targets) const {
        Others others;
        Messages questions(comm.size()), answers(comm.size());
        together(comm, [&] {
            for (std::uint64_t const address : targets)
                if (owner(address) != rank_) others.addresses.push_back(address);
            std::ranges::sort(others.addresses);
            others.addresses.erase(std::unique(others.addresses.begin(), others.addresses.end()),
                                   others.addresses.end());
            for (std::uint64_t const address : others.addresses)
                detail::put(questions[owner(address)], address);
        });
        Messages const asked = comm.exchange(std::move(questions));
        for (std::size_t rank = 0; rank != asked.size(); ++rank)
            for (detail::Reader from(asked[rank]); from.more();) {
                auto const found = number(from.take<std::uint64_t>());
                detail::put(answers[rank], found ? std::uint64_t{*found} : none);
            }
        Messages const told = comm.exchange(std::move(answers));
        std::vector<detail::Reader> readers(told.begin(), told.end());
        for (std::uint64_t const address : others.addresses)
            others.numbers.push_back(readers[owner(address)].template take<std::uint64_t>());
        return others;
    }
    Node translated(std::uint64_t address, Others const& others) const {
        auto const at = std::ranges::lower_bound(others.addresses, address);
        if (at == others.addresses.end() || *at != address) {
            if (auto const own = number(address)) return *own;
            refuse(address);
        }
        auto const found = others.numbers[static_cast<std::size_t>(at - others.addresses.begin())];
        if (found == none) refuse(address);
        return static_cast<Node>(found);
    }
    [[noreturn]] static void refuse(std::uint64_t address) {
        throw std::invalid_argument("trav: an object refers to address " + std::to_string(address) +
                                    ", where no rank has an object");
    }

    std::vector<std::uint64_t> objects_;  // by number, from first() on
    std::size_t rank_;
    std::vector<std::uint64_t> begins_{0};  // by rank
    std::vector<Range> ranges_;             // ascending
    std::vector<std::size_t> offsets_{0}, sizes_;
    std::vector<Node> targets_;
};

}  // namespace trav::distributed
