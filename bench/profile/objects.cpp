// The suite `objects`: profiles and dominators of objects without an index and a spare field: plain objects
// from malloc, which refer to others in a vector or by several members; and `trav::Objects`: a tree of nodes
// of unique_ptr, and a program of 35 types with strings, maps, vectors and plain pointers. The peers are a
// profiler that does not use the addresses of plain objects, and so must number them, a loop by hand that
// counts the nodes of the tree, and the program's profile by type.
#include "../flow/bins.hpp"
#include "../harness.hpp"

#include <heapprof/contest/flows.hpp>

#include <trav/graph/objects.hpp>
#include <trav/graph/via.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace bench {
namespace {

using trav::Object;

struct TreeNode {
    std::unique_ptr<TreeNode> left, right;
    long value = 0;
};

/// Up to two objects by pointers, the others in a vector.
struct Plain {
    std::uint32_t type = 0;
    Plain *left = nullptr, *right = nullptr;
    std::vector<Plain*> others;
};
/// All of them in a vector.
struct InVector {
    std::uint32_t type = 0;
    std::vector<InVector*> all;
};
using PlainGraph = trav::Via<&Plain::left, &Plain::right, &Plain::others>;
using VectorGraph = trav::Via<&InVector::all>;
void refer(Plain& from, Plain* to) {
    if (from.left == nullptr) from.left = to;
    else if (from.right == nullptr) from.right = to;
    else from.others.push_back(to);
}
void refer(InVector& from, InVector* to) { from.all.push_back(to); }

/// The same graph, without an order of memory.
template <class G>
struct Unordered : G {
    struct NoOrder {
        std::size_t slots() const { return 0; }
        std::size_t slot(typename G::node) const { return 0; }
        std::size_t blocks() const { return 0; }
        std::size_t begin(std::size_t) const { return 0; }
        void each(std::size_t, std::size_t, auto&&) const {}
    };
    NoOrder memory_order() const { return {}; }
};

constexpr int types = 35;
template <int I>
struct Thing {
    std::string name;
    std::vector<std::unique_ptr<Thing<(I + 1) % types>>> children;
    std::map<int, Thing<(I + 7) % types>*> friends;
    Thing<(I + 3) % types>* parent = nullptr;
};

}  // namespace
}  // namespace bench

template <>
struct trav::Described<bench::TreeNode>
    : trav::Members<&bench::TreeNode::left, &bench::TreeNode::right, &bench::TreeNode::value> {};
template <int I>
struct trav::Described<bench::Thing<I>> : trav::Members<&bench::Thing<I>::name, &bench::Thing<I>::children,
                                                        &bench::Thing<I>::friends, &bench::Thing<I>::parent> {
};

namespace bench {
namespace {

std::unique_ptr<TreeNode> tree(std::size_t n) {
    if (n == 0) return nullptr;
    auto node = std::make_unique<TreeNode>();
    node->left = tree((n - 1) / 2);
    node->right = tree(n - 1 - (n - 1) / 2);
    return node;
}
std::size_t nodes_by_hand(TreeNode const& root) {
    std::size_t nodes = 0;
    for (std::vector<TreeNode const*> stack{&root}; !stack.empty();) {
        TreeNode const& node = *stack.back();
        stack.pop_back();
        ++nodes;
        if (node.right) stack.push_back(node.right.get());
        if (node.left) stack.push_back(node.left.get());
    }
    return nodes;
}
/// The first `n` nodes, breadth first.
std::vector<TreeNode*> first_nodes(TreeNode& root, std::size_t n) {
    std::vector<TreeNode*> nodes{&root};
    for (std::size_t i = 0; i != nodes.size() && nodes.size() < n; ++i)
        for (auto const* child : {&nodes[i]->left, &nodes[i]->right})
            if (*child && nodes.size() < n) nodes.push_back(child->get());
    return nodes;
}

/// A program of 35 types.
class Program {
  public:
    explicit Program(std::size_t n) { fill(root_, n); }
    Thing<0>& root() { return root_; }
    /// Objects in it, as named roots.
    std::vector<trav::NamedRoot<Object>> named() {
        std::vector<trav::NamedRoot<Object>> roots;
        for (std::size_t i = 0; i != 12; ++i)
            roots.emplace_back(std::to_string(i), trav::object(*all<1>()[i * all<1>().size() / 12]));
        return roots;
    }

  private:
    template <int I>
    std::vector<Thing<I>*>& all() {
        return std::get<std::vector<Thing<I>*>>(things_);
    }
    template <int I>
    void fill(Thing<I>& thing, std::size_t n) {
        all<I>().push_back(&thing);
        std::uint64_t const random = contest::mix(++made_);
        thing.name.assign(random % 40, 'x');
        auto const some = [&](auto const& things, std::uint64_t which) {
            return things.empty() ? nullptr : things[which % things.size()];
        };
        thing.parent = some(all<(I + 3) % types>(), random >> 16);
        for (std::size_t i = 0; i != random % 3; ++i)
            thing.friends[static_cast<int>(i)] = some(all<(I + 7) % types>(), random >> (20 + i));
        for (std::size_t left = n - 1; left != 0;) {
            std::size_t const part = left < 4 ? 1 : left / (3 - thing.children.size() % 3);
            thing.children.push_back(std::make_unique<Thing<(I + 1) % types>>());
            fill(*thing.children.back(), part);
            left -= part;
        }
    }
    template <int... I>
    static std::tuple<std::vector<Thing<I>*>...> lists(std::integer_sequence<int, I...>);

    Thing<0> root_;
    std::uint64_t made_ = 0;
    decltype(lists(std::make_integer_sequence<int, types>())) things_;
};

std::size_t profiled(auto const& roots, auto&... breakdowns) {
    trav::Profiler profiler{trav::Objects<>(), breakdowns...};
    profiler.sample(roots, 0);
    return std::move(profiler).profile().by().total().objects;
}
std::vector<Method> methods(auto const& roots, std::vector<trav::NamedRoot<Object>> const& named) {
    return {{"by type",
             [roots] {
                 auto type = trav::by_type();
                 return profiled(roots, type);
             }},
            {"by type and 12 roots",
             [roots, named] {
                 auto type = trav::by_type();
                 trav::RootSets<Object> sets(named);
                 return profiled(roots, type, sets);
             }},
            {"dominators", [roots] {
                 trav::Objects<> const heap;
                 return trav::dominators(heap, roots).total().objects;
             }}};
}
/// A profile of plain objects by type and by a number of roots, or 0, that are allocated last.
template <class Graph, class Node = typename Graph::node>
std::size_t plain_profile(std::vector<Node> const& roots, std::vector<Node> const& last, std::size_t named) {
    auto type = trav::by("type", [](Node n) { return n->type; });
    std::vector<trav::NamedRoot<Node>> some;
    for (Node const n : std::span(last).first(named)) some.emplace_back(std::to_string(some.size()), n);
    trav::RootSets<Node, std::uint32_t> sets(some);
    auto const objects = [&](auto&... by) {
        trav::Profiler profiler{Graph(), by...};
        profiler.sample(roots, 0);
        return std::move(profiler).profile().by().total().objects;
    };
    return named == 0 ? objects(type) : objects(type, sets);
}
template <class T, class Graph>
void plain(std::string const& title, Shape const& shape, Order order, Settings const& settings,
           Contests& contests) {
    std::vector<std::unique_ptr<T>> made(shape.size()), all(shape.size());
    for (auto& object : made) object = std::make_unique<T>();
    std::ranges::sort(made);  // malloc reuses the last heap's memory in any order
    for (std::size_t at = 0; Number const i : layout(shape, order)) {
        all[i] = std::move(made[at++]);
        all[i]->type = contest::mix(at) % 8;
    }
    std::vector<T*> roots, last;
    for (std::size_t i = 0; i != all.size(); ++i)
        for (Number const child : shape.children(i)) refer(*all[i], all[child].get());
    for (Number const root : shape.roots) roots.push_back(all[root].get());
    for (Number const root : roots_near_the_top(shape, order, 10'000)) last.push_back(all[root].get());
    std::vector<Method> methods;
    auto const add = [&](std::string const& name, auto run) { methods.push_back({name, run}); };
    auto const add_all = [&]<class G>(G, std::string const& how) {
        add("by type" + how, [&] { return plain_profile<G>(roots, last, 0); });
        add("by type and 12 roots" + how, [&] { return plain_profile<G>(roots, last, 12); });
        add("by type and 10,000 roots" + how, [&] { return plain_profile<G>(roots, last, last.size()); });
    };
    add_all(Unordered<Graph>(), ", by numbering");
    add_all(Graph(), "");
    add("dominators", [&] {
        Graph const heap;
        return trav::dominators(heap, roots).total().objects;
    });
    contests.hold("objects", title + ", " + name(order), settings, methods,
                  {"by type, by numbering", "by type and 12 roots, by numbering",
                   "by type and 10,000 roots, by numbering"});
}

std::vector<trav::NamedRoot<Object>> named(std::vector<TreeNode*> const& nodes) {
    std::vector<trav::NamedRoot<Object>> roots;
    for (TreeNode* const node : nodes) roots.emplace_back(std::to_string(roots.size()), trav::object(*node));
    return roots;
}

}  // namespace

void objects(Settings const& settings, Contests& contests) {
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : settings.orders) {
            plain<InVector, VectorGraph>(shape_name + " in vectors", shape, order, settings, contests);
            plain<Plain, PlainGraph>(shape_name + " by members", shape, order, settings, contests);
        }
    }
    {
        auto const root = tree(settings.n);
        auto const roots = trav::roots(*root);
        auto all = methods(roots, named(first_nodes(*root, 12)));
        all.push_back({"by type and 10,000 roots", [&, many = named(first_nodes(*root, 10'000))] {
                           auto type = trav::by_type();
                           trav::RootSets<Object> sets(many);
                           return profiled(roots, type, sets);
                       }});
        all.push_back({"limit: by hand", [&] { return nodes_by_hand(*root); }});
        contests.hold("objects", "unique_ptr", settings, std::move(all), {"limit: by hand"});
    }
    Program program(settings.n);
    contests.hold("objects", "35 types", settings, methods(trav::roots(program.root()), program.named()),
                  {"by type"});
}

}  // namespace bench
