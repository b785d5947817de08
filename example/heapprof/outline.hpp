// The outline of a dump's dominator tree: its largest objects, each below the one that dominates it; and of
// each large type the objects that retain most, with the ways to them.
//
// Objects are added in the order of what they retain, until there are enough; those that are too many below
// one box become a group for each type. All is counted as the dump says (see trav/dump/retention.hpp).
// O(nodes * log(nodes) + edges).
#pragma once

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
    Outliner(D const& dump, OutlineSize size) : dump_(dump), size_(size) {}

    Outline make() {
        RetainedHeap const retained(dump_);
        auto const& heap = retained.graph;
        auto const& tree = retained.tree;
        made_.note = retained.retention.note;
        made_.boxes.push_back({Outline::none, "", "", "", 0, 0, tree.total()});
        below(0, tree.top(), tree, heap);
        while (made_.boxes.size() < size_.boxes && !waiting_.empty()) {
            Waiting const next = waiting_.top();
            waiting_.pop();
            below(next.box, tree.children(next.node), tree, heap);
        }
        types(tree, heap, ShortestSelectors(dump_, heap, retained.holds));
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

    // What retains more first.
    static auto by_retained(auto const& tree) {
        return [&tree](Node a, Node b) {
            auto const of_a = tree.retained(a).bytes, of_b = tree.retained(b).bytes;
            return of_a != of_b ? of_a > of_b : a < b;
        };
    }

    void below(std::size_t above, auto const& dominated, auto const& tree, auto const& heap) {
        std::vector<Node> nodes(dominated.begin(), dominated.end());
        for (std::size_t i = 0; i != nodes.size();) {  // what stands for the runtime has no box
            if (!is_runtime(dump_, nodes[i])) {
                ++i;
                continue;
            }
            auto const more = tree.children(nodes[i]);
            nodes[i] = nodes.back();
            nodes.pop_back();
            nodes.insert(nodes.end(), more.begin(), more.end());
        }
        std::size_t const shown = std::min(nodes.size(), size_.siblings);
        std::partial_sort(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(shown), nodes.end(),
                          by_retained(tree));
        for (Node const each : std::span(nodes).first(shown)) {
            waiting_.push({tree.retained(each).bytes, made_.boxes.size(), each});
            box_of_.emplace(each, made_.boxes.size());
            made_.boxes.push_back({above, type_name(dump_, each), own_name(each), id(each), 0,
                                   heap.size(each), tree.retained(each)});
        }
        std::map<Type, Outline::Box> groups;
        for (Node const each : std::span(nodes).subspan(shown)) {
            Outline::Box& group =
                groups.try_emplace(dump_.type(each), Outline::Box{above, "", "", "", 0, 0, {}}).first->second;
            if (group.group++ == 0) group.type = type_name(dump_, each);
            group.own += heap.size(each);
            group.retained += tree.retained(each);
        }
        auto const begin = static_cast<std::ptrdiff_t>(made_.boxes.size());
        for (auto& [type, group] : groups) made_.boxes.push_back(std::move(group));
        std::sort(made_.boxes.begin() + begin, made_.boxes.end(), [](auto const& a, auto const& b) {
            return a.retained.bytes != b.retained.bytes ? a.retained.bytes > b.retained.bytes
                                                        : a.type < b.type;
        });
    }

    void types(auto const& tree, auto const& heap, auto const& paths) {
        struct OfType {
            Type type;
            std::uint64_t bytes = 0;
            std::vector<Node> largest;  // a heap, the smallest first
        };
        std::unordered_map<Type, OfType> found;
        auto const more = by_retained(tree);
        for (Node const each : tree.preorder()) {
            OfType& type = found.try_emplace(dump_.type(each), OfType{dump_.type(each), 0, {}}).first->second;
            type.bytes += heap.size(each);
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
            made_.types.push_back({type_name(dump_, type.largest.front()), {}});
            for (Node const each : type.largest) {
                auto const box = box_of_.find(each);
                made_.types.back().largest.push_back({box == box_of_.end() ? Outline::none : box->second,
                                                      own_name(each), id(each), paths.to(each),
                                                      tree.retained(each)});
            }
        }
    }

    std::string own_name(Node n) const {
        std::string found(name(dump_, n));
        return type_name(dump_, n).ends_with(found) ? "" : found;
    }
    std::string id(Node n) const { return trav::dump::id_text(dump_, n); }

    D const& dump_;
    OutlineSize size_;
    Outline made_;
    std::priority_queue<Waiting> waiting_;
    std::unordered_map<Node, std::size_t> box_of_;
};

/// The outline of a dump.
template <trav::dump::Dump D>
Outline outline(D const& dump, OutlineSize size = {}) {
    return Outliner<D>(dump, size).make();
}

}  // namespace heapprof
