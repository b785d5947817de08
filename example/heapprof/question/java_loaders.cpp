#include "java.hpp"

#include "../heap/heap_paths.hpp"
#include "../heap/starts.hpp"
#include "selector_paths.hpp"
#include "short_names.hpp"

#include <trav/dump/jvm/loaders.hpp>
#include <trav/graph/csr.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace heapprof {

namespace {

using trav::dump::JavaLoaders;
using trav::dump::JvmHeap;
using Answer = JavaLoadersAnswer;

bool is_object(JvmHeap const& java, Node loader) { return loader < java.node_count(); }

bool is_class(JvmHeap const& java, Node n) { return java.group_name(java.group(n)) == "class"; }

// The loader that an object belongs to: itself, if it is the loader of a class, or that of its class. An
// object of the virtual machine belongs to itself.
std::vector<Node> loaders_of_objects(JvmHeap const& java, JavaLoaders const& loaders) {
    std::vector<Node> of(java.node_count());
    for (Node n = 0; n != java.node_count(); ++n) of[n] = is_object(java, loaders(n)) ? loaders(n) : n;
    for (Node n = 0; n != java.node_count(); ++n)
        if (is_object(java, loaders(n))) of[loaders(n)] = loaders(n);
    return of;
}

// The heap with each loader, its classes and their instances as one object, so that this object retains what
// they retain together. An object that belongs to another loader keeps what it refers to as long as any
// object of that loader is alive. Unreachable objects are left out. O(nodes + edges).
class Merged {
  public:
    Merged(RetainedHeap const& heap, std::vector<Node> const& loader_of)
        : offsets_(loader_of.size() + 1), sizes_(loader_of.size()) {
        auto const each_edge = [&](auto const& f) {
            for (Node n = 0; n != loader_of.size(); ++n) {
                if (!heap.tree.reached(n)) continue;
                for (Node const to : heap.graph.children(n))
                    if (loader_of[n] != loader_of[to]) f(loader_of[n], loader_of[to]);
            }
        };
        for (Node n = 0; n != loader_of.size(); ++n)
            if (heap.tree.reached(n)) sizes_[loader_of[n]] += heap.graph.size(n);
        each_edge([&](Node from, Node) { ++offsets_[from + 1]; });
        for (std::size_t i = 1; i != offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
        targets_.resize(offsets_.back());
        std::vector<std::uint32_t> next = offsets_;
        each_edge([&](Node from, Node to) { targets_[next[from]++] = to; });
        std::vector<Node> roots;
        for (Node const n : trav::dump::roots(heap.dump)) roots.push_back(loader_of[n]);
        tree_.emplace(Graph(offsets_, targets_, sizes_), roots);
    }
    std::uint64_t retained(Node loader) const { return tree_->retained(loader).bytes; }

  private:
    using Graph = trav::Csr<std::uint32_t, Node, std::uint64_t>;

    std::vector<std::uint32_t> offsets_;
    std::vector<Node> targets_;
    std::vector<std::uint64_t> sizes_;
    std::optional<trav::DominatorTree<Graph>> tree_;
};

// Sets what keeps each loader alive: the shortest path to it from a root, up to the first of its own objects.
// The text of a path begins at the last class on it.
void find_paths(std::span<Answer::Loader> found, std::vector<Node> const& nodes, JvmHeap const& java,
                RetainedHeap const& heap, std::vector<Node> const& loader_of) {
    HeapPaths const shortest(heap.graph.base(), root_objects(heap.dump));
    std::vector<Node> ends{SelectorPaths::none};
    for (Node const loader : nodes) {
        Node end = SelectorPaths::none;
        if (loader != SelectorPaths::none && shortest.reached(loader)) {
            std::vector<Node> const way = shortest.nodes_to(loader);
            end = *std::ranges::find_if(way, [&](Node n) { return loader_of[n] == loader; });
        }
        ends.push_back(end);
    }
    Node const classes = java.globals().front();
    auto const before = [&](Node n) -> std::optional<Node> {
        return is_class(java, n) ? classes : shortest.before(n);
    };
    SelectorPaths const paths(heap.dump, SelectorRoots(heap.dump), heap.holds, before, ends);
    ShortNames const short_names(heap.dump);
    std::map<Node, std::string> roots;
    for (JvmHeap::Root const& root : java.roots) roots.try_emplace(root.node, java.strings[root.name]);
    for (std::size_t i = 0; i != found.size(); ++i) {
        Node const end = ends[i + 1];
        if (end == SelectorPaths::none) continue;
        bool const is_root = !shortest.before(end) && !is_class(java, end);
        found[i].kept_by = is_root ? roots[end] : short_names(paths.to(end));
        if (end != nodes[i]) found[i].kept = type_name(heap.dump, end);
    }
}

}  // namespace

JavaLoadersAnswer java_loaders(JvmHeap const& java, RetainedHeap const& heap, std::size_t top) {
    JavaLoaders const loaders(java);
    std::map<Node, Answer::Loader> by_loader;
    std::map<std::uint32_t, std::vector<Node>> by_name;  // the loaders of the classes with a name
    for (Node n = 0; n != java.node_count(); ++n) {
        if (loaders(n) == JavaLoaders::no_class) continue;
        Answer::Loader& its = by_loader[loaders(n)];
        if (!is_class(java, n)) ++its.objects;
        else if (!java.name(n).ends_with("[]")) {
            ++its.classes;
            by_name[java.name_number(n)].push_back(loaders(n));
        }
    }
    std::vector<Node> const loader_of = loaders_of_objects(java, loaders);
    Merged const merged(heap, loader_of);
    for (auto& [loader, its] : by_loader) {
        its.name = loaders.name(loader);
        if (!is_object(java, loader)) continue;
        its.object = object_name(heap.dump, loader);
        its.freed = merged.retained(loader);
    }

    Answer answer;
    for (auto& [name, same] : by_name) {
        std::ranges::sort(same);
        same.erase(std::unique(same.begin(), same.end()), same.end());
        if (same.size() == 1) continue;
        answer.duplicates.push_back({std::string(java.strings[name]), {}});
        for (Node const loader : same) {
            ++by_loader[loader].duplicates;
            answer.duplicates.back().loaders.push_back(is_object(java, loader) ? '@' + java.id(loader)
                                                                               : loaders.name(loader));
        }
    }
    std::ranges::sort(answer.duplicates, [](auto const& a, auto const& b) {
        return a.loaders.size() != b.loaders.size() ? a.loaders.size() > b.loaders.size() : a.name < b.name;
    });
    std::vector<Node> nodes;
    for (auto const& each : by_loader) nodes.push_back(each.first);
    std::ranges::sort(nodes, [&](Node a, Node b) {
        auto const of_a = by_loader[a].freed, of_b = by_loader[b].freed;
        return of_a != of_b ? of_a > of_b : a < b;
    });
    auto const cut = [&](auto& list, std::size_t& more) {
        if (top == 0 || list.size() <= top) return;
        more = list.size() - top;
        list.resize(top);
    };
    cut(nodes, answer.more_loaders);
    cut(answer.duplicates, answer.more_duplicates);
    for (Node& loader : nodes) {
        answer.loaders.push_back(std::move(by_loader[loader]));
        if (!is_object(java, loader)) loader = SelectorPaths::none;
    }
    find_paths(answer.loaders, nodes, java, heap, loader_of);
    return answer;
}

}  // namespace heapprof
