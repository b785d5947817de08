#include "outline.hpp"

#include "../heap/heap_paths.hpp"
#include "../heap/object_text.hpp"
#include "dominated.hpp"

#include <trav/dump/named_path.hpp>
#include <trav/text/one_line.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace heapprof {

namespace {

// Makes the outline of one dump.
class Outliner {
    using Type = std::uint64_t;

  public:
    Outliner(RetainedHeap const& heap, OutlineSize size) : heap_(heap), size_(size) {}

    Outline make() {
        made_.note = heap_.retention.note;
        text("");
        choose();
        made_.boxes.push_back({0, 0, 0, 0, 0, 0, 0});
        made_.ids.push_back('\n');
        nodes_.push_back(Outline::none);
        below(0, heap_.tree.top());
        for (std::size_t i = 1; i != nodes_.size(); ++i)
            if (nodes_[i] != Outline::none) below(i, heap_.tree.children(nodes_[i]));
        auto const found = types();
        std::vector<Node> largest;
        for (OfType const& type : found)
            largest.insert(largest.end(), type.largest.begin(), type.largest.end());
        auto const before = ways_to(heap_);
        SelectorPaths const paths(heap_.dump, SelectorRoots(heap_.dump), heap_.holds, before, nodes_,
                                  largest);
        for (OfType const& type : found) {
            made_.types.push_back({type_name(heap_.dump, type.largest.front()), {}});
            for (Node const each : type.largest)
                made_.types.back().largest.push_back({box_[each], own_name(heap_.dump, each), id(each),
                                                      paths.to(each), heap_.tree.retained(each)});
        }
        made_.paths = paths.all();
        made_.steps = paths.texts();
        for (Node const each : nodes_) {
            auto const from = each == Outline::none ? std::nullopt : before(each);
            bool const has_box = from && box_[*from] != Outline::none;
            made_.from.push_back(has_box ? box_[*from] : 0);
        }
        made_.nodes = std::move(nodes_);
        return std::move(made_);
    }

  private:
    struct Sibling {
        trav::Amount retained;
        Node node;            // the first one of a group
        std::uint64_t group;  // number of objects in the group, or 0
        bool one_type = true;
    };
    struct OfType {
        Type type;
        std::uint64_t bytes = 0;
        std::vector<Node> largest;  // a heap, smallest on top; sorted by retained size at the end
    };

    // Marks the objects that retain most; of equal objects, dominators come first.
    void choose() {
        box_.assign(heap_.dump.node_count(), Outline::none);
        auto const nodes = heap_.tree.preorder();
        std::vector<std::uint32_t> places(nodes.size());
        std::iota(places.begin(), places.end(), 0U);
        if (places.size() > size_.objects) {
            auto const last = places.begin() + static_cast<std::ptrdiff_t>(size_.objects);
            std::nth_element(places.begin(), last, places.end(), [&](auto a, auto b) {
                auto const of_a = heap_.tree.retained(nodes[a]).bytes;
                auto const of_b = heap_.tree.retained(nodes[b]).bytes;
                return of_a != of_b ? of_a > of_b : a < b;
            });
            places.erase(last, places.end());
        }
        for (std::uint32_t const place : places) box_[nodes[place]] = 0;
    }

    // Appends the objects that a box dominates. The dominated objects of a runtime object take its place.
    void below(std::size_t above, auto const& siblings) {
        std::vector<Node> nodes(siblings.begin(), siblings.end());
        std::vector<Sibling> shown, left;
        for (std::size_t i = 0; i != nodes.size(); ++i) {
            Node const node = nodes[i];
            bool const runtime = is_runtime(heap_.dump, node), chosen = box_[node] != Outline::none;
            if (!runtime && chosen) shown.push_back({heap_.tree.retained(node), node, 0});
            else if (!runtime) left.push_back({heap_.tree.retained(node), node, 1});
            else {
                left.push_back({{heap_.graph.size(node), 1}, node, 1});
                auto const children = heap_.tree.children(node);
                nodes.insert(nodes.end(), children.begin(), children.end());
            }
        }
        group(left, shown);
        std::sort(shown.begin(), shown.end(), [](Sibling const& a, Sibling const& b) {
            return a.retained.bytes != b.retained.bytes ? a.retained.bytes > b.retained.bytes
                                                        : a.node < b.node;
        });
        made_.boxes[above].below = static_cast<std::uint32_t>(shown.size());
        for (Sibling const& each : shown) add(each);
    }

    // Groups the omitted objects: one group for each type with at least ten of them, and one for the rest.
    void group(std::vector<Sibling>& left, std::vector<Sibling>& groups) {
        auto const type = [&](Sibling const& each) { return heap_.dump.type(each.node); };
        std::sort(left.begin(), left.end(), [&](Sibling const& a, Sibling const& b) {
            return type(a) != type(b) ? type(a) < type(b) : a.node < b.node;
        });
        Sibling rest{{}, 0, 0};
        auto const join = [](Sibling& into, Sibling const& other) {
            if (into.group == 0) into.node = other.node;
            into.group += other.group;
            into.retained += other.retained;
        };
        for (auto at = left.begin(); at != left.end();) {
            Sibling one = *at;
            while (++at != left.end() && type(*at) == type(one)) join(one, *at);
            if (one.group >= 10) {
                groups.push_back(one);
                continue;
            }
            rest.one_type = rest.group == 0;
            join(rest, one);
        }
        if (rest.group != 0) groups.push_back(rest);
    }

    void add(Sibling const& each) {
        Node const node = each.node;
        std::uint32_t const type = each.one_type ? type_text(node) : 0;
        if (each.group != 0) {
            made_.boxes.push_back({type, 0, 0, each.retained.bytes, each.group, each.retained.objects, 0});
            nodes_.push_back(Outline::none);
        } else {
            box_[node] = static_cast<std::uint32_t>(made_.boxes.size());
            made_.boxes.push_back(
                {type, text(own_name(heap_.dump, node)), text(places_(node)), heap_.graph.size(node)});
            made_.ids += trav::one_line(id(node));
            nodes_.push_back(node);
        }
        made_.ids += '\n';
    }

    // The types whose objects take the most bytes.
    std::vector<OfType> types() const {
        std::unordered_map<Type, OfType> found;
        RetainsMore const more{heap_};
        for (Node const each : heap_.tree.preorder()) {
            auto const number = heap_.dump.type(each);
            OfType& type = found.try_emplace(number, OfType{number, 0, {}}).first->second;
            type.bytes += heap_.graph.size(each);
            type.largest.push_back(each);
            std::push_heap(type.largest.begin(), type.largest.end(), more);
            if (type.largest.size() <= size_.of_each) continue;
            std::pop_heap(type.largest.begin(), type.largest.end(), more);
            type.largest.pop_back();
        }
        std::vector<OfType> all;
        for (auto& [type, objects] : found) all.push_back(std::move(objects));
        std::sort(all.begin(), all.end(), [](OfType const& a, OfType const& b) {
            return a.bytes != b.bytes ? a.bytes > b.bytes : a.type < b.type;
        });
        if (all.size() > size_.types) all.resize(size_.types);
        for (OfType& type : all) std::sort(type.largest.begin(), type.largest.end(), more);
        return all;
    }

    std::string id(Node n) const { return trav::dump::id_text(heap_.dump, n); }

    // The number of a text, shortened and on one line.
    std::uint32_t text(std::string whole) {
        std::string line = trav::one_line(shortened(std::move(whole), 120));
        auto const [at, is_new] =
            numbers_.try_emplace(std::move(line), static_cast<std::uint32_t>(made_.texts.size()));
        if (is_new) made_.texts.push_back(at->first);
        return at->second;
    }
    std::uint32_t type_text(Node n) {
        auto const [at, is_new] = types_.try_emplace(heap_.dump.type(n), 0);
        if (is_new) at->second = text(type_name(heap_.dump, n));
        return at->second;
    }

    RetainedHeap const& heap_;
    OutlineSize size_;
    std::function<std::string(Node)> const places_ = heap_.dump.places();
    Outline made_;
    std::vector<Node> nodes_;         // the node of each box
    std::vector<std::uint32_t> box_;  // the box of each node
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::unordered_map<Type, std::uint32_t> types_;
};

}  // namespace

Outline outline(RetainedHeap const& heap, OutlineSize size) { return Outliner(heap, size).make(); }

}  // namespace heapprof
