// The outline of a dump's dominator tree: its largest objects, each below the one that dominates it; and of
// each large type the objects that retain most, with the ways to them.
//
// Objects are added in the order of what they retain, until there are enough; those that are too many below
// one box become a group for each type. All is counted as the dump says (see trav/dump/retention.hpp).
// O(nodes * log(nodes) + edges).
#pragma once

#include "dominated.hpp"
#include "object_text.hpp"
#include "path_selector.hpp"
#include "retained_heap.hpp"

#include <trav/profile/amount.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <queue>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// A dominator tree, shortened.
struct Outline {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// An object, or a group of objects of one type.
    struct Box {
        std::size_t above;           ///< the box that dominates it; none for the first, which is the heap
        std::string type, name, id;  ///< the name if it is not in the type; a group has no name and no id
        std::size_t group;           ///< how many objects the group has; 0: this is no group
        std::uint64_t own;
        trav::Amount retained;
    };
    /// An object of a type.
    struct Object {
        std::size_t box;  ///< or none: it is in a group, or left out
        std::string name, id, path;
        trav::Amount retained;
    };
    struct OfType {
        std::string type;
        std::vector<Object> largest;
    };

    std::string note;           ///< how objects were counted, if that is special
    std::vector<Box> boxes;     ///< dominators first, and siblings by what they retain
    std::vector<OfType> types;  ///< by what their objects take
};

/// How much of it is shown: boxes in all, and below one box; types, and objects of each.
struct OutlineSize {
    std::size_t boxes = 20000, siblings = 200;
    std::size_t types = 60, objects = 10;
};

/// Makes the outline of one dump.
template <trav::dump::Dump D>
class Outliner {
    using Node = trav::dump::Node;
    using Type = decltype(std::declval<D const&>().type(Node{}));

  public:
    Outliner(RetainedHeap<D> const& heap, OutlineSize size) : heap_(heap), size_(size) {}

    Outline make() {
        made_.note = heap_.retention.note;
        made_.boxes.push_back({Outline::none, "", "", "", 0, 0, heap_.tree.total()});
        below(0, heap_.tree.top());
        while (made_.boxes.size() < size_.boxes && !waiting_.empty()) {
            Waiting const next = waiting_.top();
            waiting_.pop();
            below(next.box, heap_.tree.children(next.node));
        }
        types();
        return std::move(made_);
    }

  private:
    struct Waiting {  // to be opened: those that retain most first, and of equal ones the first
        std::uint64_t bytes;
        std::size_t box;
        Node node;
        bool operator<(Waiting const& other) const {
            return bytes != other.bytes ? bytes < other.bytes : box > other.box;
        }
    };

    void below(std::size_t above, auto const& siblings) {
        std::vector<Node> const nodes = in_order(heap_, siblings, size_.siblings);
        std::size_t const shown = std::min(nodes.size(), size_.siblings);
        for (Node const each : std::span(nodes).first(shown)) {
            waiting_.push({heap_.tree.retained(each).bytes, made_.boxes.size(), each});
            box_of_.emplace(each, made_.boxes.size());
            made_.boxes.push_back({above, type_name(heap_.dump, each), own_name(heap_.dump, each), id(each),
                                   0, heap_.graph.size(each), heap_.tree.retained(each)});
        }
        std::map<Type, Outline::Box> groups;
        for (Node const each : std::span(nodes).subspan(shown)) {
            Outline::Box& group =
                groups.try_emplace(heap_.dump.type(each), Outline::Box{above, "", "", "", 0, 0, {}})
                    .first->second;
            if (group.group++ == 0) group.type = type_name(heap_.dump, each);
            group.own += heap_.graph.size(each);
            group.retained += heap_.tree.retained(each);
        }
        auto const begin = static_cast<std::ptrdiff_t>(made_.boxes.size());
        for (auto& [type, group] : groups) made_.boxes.push_back(std::move(group));
        std::sort(made_.boxes.begin() + begin, made_.boxes.end(), [](auto const& a, auto const& b) {
            return a.retained.bytes != b.retained.bytes ? a.retained.bytes > b.retained.bytes
                                                        : a.type < b.type;
        });
    }

    void types() {
        ShortestSelectors const paths(heap_.dump, heap_.graph, heap_.holds);
        struct OfType {
            Type type;
            std::uint64_t bytes = 0;
            std::vector<Node> largest;  // a heap, the smallest first
        };
        std::unordered_map<Type, OfType> found;
        RetainsMore<D> const more{heap_};
        for (Node const each : heap_.tree.preorder()) {
            auto const number = heap_.dump.type(each);
            OfType& type = found.try_emplace(number, OfType{number, 0, {}}).first->second;
            type.bytes += heap_.graph.size(each);
            type.largest.push_back(each);
            std::push_heap(type.largest.begin(), type.largest.end(), more);
            if (type.largest.size() <= size_.objects) continue;
            std::pop_heap(type.largest.begin(), type.largest.end(), more);
            type.largest.pop_back();
        }
        std::vector<OfType> all;
        for (auto& [type, objects] : found) all.push_back(std::move(objects));
        std::sort(all.begin(), all.end(), [](OfType const& a, OfType const& b) {
            return a.bytes != b.bytes ? a.bytes > b.bytes : a.type < b.type;
        });
        if (all.size() > size_.types) all.resize(size_.types);
        for (OfType& type : all) {
            std::sort(type.largest.begin(), type.largest.end(), more);
            made_.types.push_back({type_name(heap_.dump, type.largest.front()), {}});
            for (Node const each : type.largest) {
                auto const box = box_of_.find(each);
                made_.types.back().largest.push_back({box == box_of_.end() ? Outline::none : box->second,
                                                      own_name(heap_.dump, each), id(each), paths.to(each),
                                                      heap_.tree.retained(each)});
            }
        }
    }

    std::string id(Node n) const { return trav::dump::id_text(heap_.dump, n); }

    RetainedHeap<D> const& heap_;
    OutlineSize size_;
    Outline made_;
    std::priority_queue<Waiting> waiting_;
    std::unordered_map<Node, std::size_t> box_of_;
};

/// The outline of a dump.
template <trav::dump::Dump D>
Outline outline(RetainedHeap<D> const& heap, OutlineSize size = {}) {
    return Outliner<D>(heap, size).make();
}

}  // namespace heapprof
