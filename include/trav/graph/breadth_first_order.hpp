// trav/graph/breadth_first_order.hpp: the nodes of a graph file in breadth-first order, and the file's data
// in that order, with bounded memory. POSIX only.
//
//     trav::MappedCsr<> const graph("shuffled.csr");
//     trav::BreadthFirstOrder order(graph, std::size_t{1} << 30);    // memory for reading, in bytes
//     order.find(roots, [&](std::uint32_t child) { ... }, [&] { ... });  // new number; end of a row
//     order.each_item(sizes, [&](std::uint64_t size) { ... });       // of the first node, of the second, ...
//
// A copying collector leaves a heap in this order. Roots come first, followed by the nodes reachable from
// them, then by unreferenced nodes and the nodes reachable from these, and finally by the remaining nodes in
// the order of the file. In memory, each node takes two numbers and a bit. Rows are read in batches that fit
// in `room`, in the order of the file within a batch, so that an unordered graph is read from end to end a
// few times instead of at random.
#pragma once

#include "../detail/growing_array.hpp"
#include "../detail/raise.hpp"
#include "mapped.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

namespace trav {

/// The breadth-first order of a graph with a checked file. The graph must outlive this object.
template <std::unsigned_integral Node>
class BreadthFirstOrder {
  public:
    /// Throws std::invalid_argument if `room` is less than least_room, or if Node is too small.
    template <bool Sized>
    BreadthFirstOrder(MappedCsr<Node, Sized> const& graph, std::uint64_t room)
        : offsets_(graph.offsets()), targets_(graph.targets()), room_(room) {
        if (room < least_room)
            detail::raise(std::invalid_argument("trav: BreadthFirstOrder needs " +
                                                std::to_string(least_room) + " bytes to read with, not " +
                                                std::to_string(room)));
        if (count() >= std::size_t{none})
            detail::raise(
                std::invalid_argument("trav: BreadthFirstOrder: too many nodes for this type of node"));
    }
    static constexpr std::uint64_t least_room = 1 << 10;

    /// The memory that this object takes, in bytes.
    static std::uint64_t bytes(std::uint64_t nodes, std::uint64_t room) {
        return nodes * 2 * sizeof(Node) + nodes / 8 + room;
    }

    /// Numbers the nodes. For each node in the new order, calls child(number) with the new number of each
    /// child, and then end_row(). Must be called only once.
    void find(auto const& roots, auto child, auto end_row) {
        numbers_.assign(count(), none);
        nodes_.room(count());
        for (auto const root : roots) add(static_cast<Node>(root));
        std::size_t head = 0;
        auto const finish = [&] {
            head = gather(head, rows(), targets_.data(), [&](std::span<Node const> children) {
                for (Node const each : children) add(each), child(numbers_[each]);
                end_row();
            });
        };
        finish();
        add_unreferred();
        finish();
        for (std::size_t n = 0; n != count(); ++n)
            if (numbers_[n] == none) add(static_cast<Node>(n)), finish();
    }

    std::size_t count() const { return offsets_.size() - 1; }
    /// A node's number in this order.
    Node number(Node n) const { return numbers_[n]; }
    /// The nodes in this order.
    std::span<Node const> nodes() const { return {nodes_.data(), nodes_.size()}; }

    /// Calls f(item) for each node, in this order. `items` has an item for each node.
    template <class Item>
    void each_item(std::span<Item const> items, auto f) const {
        auto const place = [](std::size_t n) { return Place{n, n + 1}; };
        gather(0, place, items.data(), [&](std::span<Item const> one) { f(one[0]); });
    }
    /// Calls f(item) for each reference, in this order. `items` has an item for each reference.
    template <class Item>
    void each_of_references(std::span<Item const> items, auto f) const {
        gather(0, rows(), items.data(), [&](std::span<Item const> some) {
            for (Item const& item : some) f(item);
        });
    }

  private:
    static constexpr Node none = std::numeric_limits<Node>::max();

    struct Place {
        std::uint64_t begin, end;
    };
    struct Wanted {
        Node node;
        std::uint32_t at;  // in a batch
    };
    struct Piece {
        Place place;
        std::size_t at;  // in the buffer
    };

    auto rows() const {
        return [this](std::size_t n) { return Place{offsets_[n], offsets_[n + 1]}; };
    }
    void add(Node n) {
        if (numbers_[n] != none) return;
        numbers_[n] = static_cast<Node>(nodes_.size());
        nodes_.push(n);
    }
    void add_unreferred() {
        detail::GrowingArray<std::uint64_t> referred;
        referred.assign(count() / 64 + 1, 0);
        for (Node const to : targets_) referred[to / 64] |= std::uint64_t{1} << to % 64;
        for (std::size_t n = 0; n != count(); ++n)
            if ((referred[n / 64] >> n % 64 & 1) == 0) add(static_cast<Node>(n));
    }

    /// Calls f(items) for each node, starting with number `head`; f may add nodes. The items of a node are at
    /// place(node). Returns the number of nodes.
    template <class Item>
    std::size_t gather(std::size_t head, auto place, Item const* items, auto f) const {
        detail::GrowingArray<Wanted> wanted;
        detail::GrowingArray<Piece> pieces;
        detail::GrowingArray<Item> buffer;
        auto const most = static_cast<std::size_t>(room_ / 2 / (sizeof(Wanted) + sizeof(Piece)));
        auto const most_items = static_cast<std::size_t>(room_ / 2 / sizeof(Item));
        for (std::size_t usual = most; head != nodes_.size();) {
            std::size_t const size = std::min({nodes_.size() - head, usual, std::size_t{1} << 31});
            wanted.clear();
            wanted.room(size);
            for (std::size_t i = 0; i != size; ++i)
                wanted.push({nodes_[head + i], static_cast<std::uint32_t>(i)});
            std::sort(wanted.begin(), wanted.end(), [](auto a, auto b) { return a.node < b.node; });
            pieces.assign(size, Piece{});
            for (Wanted const& each : wanted) pieces[each.at].place = place(each.node);
            std::size_t fit = 0, used = 0;
            for (; fit != size; ++fit) {
                auto const length = static_cast<std::size_t>(pieces[fit].place.end - pieces[fit].place.begin);
                if (length > most_items - used) break;
                pieces[fit].at = used;
                used += length;
            }
            if (fit == 0) {  // the items of this node alone do not fit
                auto const [begin, end] = pieces[0].place;
                f(std::span<Item const>(items + begin, items + end));
                ++head;
                continue;
            }
            buffer.clear();
            Item* const to = buffer.room(used);
            for (Wanted const& each : wanted) {
                if (each.at >= fit) continue;
                auto const& [from, at] = pieces[each.at];
                std::copy(items + from.begin, items + from.end, to + at);
            }
            for (std::size_t i = 0; i != fit; ++i)
                f(std::span<Item const>(to + pieces[i].at, pieces[i].place.end - pieces[i].place.begin));
            head += fit;
            usual = std::min(most, 2 * fit + 64);  // nodes that do not fit now would be sorted again
        }
        return head;
    }

    std::span<std::uint64_t const> offsets_;
    std::span<Node const> targets_;
    std::uint64_t room_;
    detail::GrowingArray<Node> numbers_, nodes_;
};

template <class Node, bool Sized>
BreadthFirstOrder(MappedCsr<Node, Sized> const&, std::uint64_t) -> BreadthFirstOrder<Node>;

}  // namespace trav
