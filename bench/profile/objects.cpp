// The suite `objects`: profiles and dominators of `trav::Objects`, which need no index and no field: a tree
// of nodes of unique_ptr, and a program of 35 types with strings, maps, vectors and plain pointers. The tree
// is compared with a loop by hand that counts its nodes, the program with its profile by type.
#include "../harness.hpp"

#include <heapprof/contest/flows.hpp>

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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
std::vector<trav::NamedRoot<Object>> named(std::vector<TreeNode*> const& nodes) {
    std::vector<trav::NamedRoot<Object>> roots;
    for (TreeNode* const node : nodes) roots.emplace_back(std::to_string(roots.size()), trav::object(*node));
    return roots;
}

}  // namespace

void objects(Settings const& settings, Contests& contests) {
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
