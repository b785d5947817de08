// test/cost_loops.cpp: the loops that test/cost.cpp compares: traversals by the engine, and good hand-written
// loops, in several versions if none is best with every compiler. Each loop is a separate function, which
// callgrind finds by name. All loops of a kind must return the same number, which depends on the order of the
// visits.
#include "cost_objects.hpp"

#include <trav/policy/fuse.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <span>
#include <vector>

namespace {

/// Children in one array.
struct Csr {
    using node = std::uint32_t;
    std::vector<std::uint32_t> const* first;
    std::vector<std::uint32_t> const* targets;

    std::span<std::uint32_t const> children(node n) const {
        return {targets->data() + (*first)[n], targets->data() + (*first)[n + 1]};
    }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return first->size() - 1; }
};
using Number = std::uint64_t;
using Node = std::uint32_t;
std::vector<Node> const roots{0};

/// A hash of the events in their order.
struct Events {
    Number seen = 0;
    void add(Number n) { seen = seen * 5 + n; }
};

struct Visits : Events {
    static constexpr bool once = true;
    void visit(auto& here) { add(here.node); }
};
struct Leaves : Visits {
    void leave(auto& here) { add(here.node + 1); }
};
/// Passes down the depth, and asks for the parent.
struct Depths : Events {
    using inherited = Node;
    static constexpr bool once = true, wants_parent = true;
    void visit(auto& here) {
        add(here.node + here.parent + here.inherited);
        here.to_children = here.inherited + 1;
    }
};
/// Passes up the number of nodes below, and keeps it for each node.
struct Sizes : Depths {
    using node_data = Node;
    using returned = Node;
    void leave(auto& here) {
        here.data = here.returned + 1;
        here.to_parent += here.data;
        add(here.data + here.inherited + here.parent);
    }
};

struct Objects {
    Number objects = 0;
    void visit(auto& here) { objects += here.first; }
};
struct Arrivals {
    Number arrivals = 0;
    void visit(auto&) { ++arrivals; }
};
struct Sum {
    static constexpr bool once = true;
    Number sum = 0;
    void visit(auto& here) { sum += here.node; }
};
/// Descends if a number allows it.
template <Node Divisor>
struct Without {
    Number sum = 0;
    trav::go visit(auto& here) {
        if (!here.first) return trav::go::skip;
        sum += here.node;
        return here.node % Divisor ? trav::go::down : trav::go::skip;
    }
};
/// All three policies in one, written by hand.
struct Three {
    Number objects = 0, arrivals = 0, sum = 0;
    void visit(auto& here) {
        objects += here.first;
        ++arrivals;
        if (here.first) sum += here.node;
    }
};

/// The children that are still to be visited.
struct Rest {
    Node const* at;
    Node const* end;
};
Rest rest(std::span<Node const> children) { return {children.data(), children.data() + children.size()}; }

}  // namespace

#define COST extern "C" [[gnu::noinline]] Number

// --- mark stack ---

COST cost_trav_mark_stack(Csr const& graph) {
    return trav::traverse<trav::MarkStack>(graph, roots, Visits{}).seen;
}

/// push_all(stack, n) pushes the children of n; there are several ways to write it.
[[gnu::always_inline]] inline Number mark_stack_by_hand(Csr const& graph, auto push_all) {
    std::vector<std::uint8_t> marked(graph.count());
    std::vector<Node> stack{0};
    Events events;
    while (!stack.empty()) {
        Node const n = stack.back();
        stack.pop_back();
        if (marked[n]) continue;
        marked[n] = 1;
        events.add(n);
        push_all(stack, n);
    }
    return events.seen;
}
COST cost_hand_mark_stack_1(Csr const& graph) {
    return mark_stack_by_hand(graph, [&](auto& stack, Node n) {
        for (Node const child : graph.children(n)) stack.push_back(child);
    });
}
COST cost_hand_mark_stack_2(Csr const& graph) {
    return mark_stack_by_hand(graph, [&](auto& stack, Node n) {
        auto const children = graph.children(n);
        stack.insert(stack.end(), children.begin(), children.end());
    });
}

// --- breadth first ---

COST cost_trav_breadth_first(Csr const& graph) {
    return trav::traverse<trav::BreadthFirst>(graph, roots, Visits{}).seen;
}

COST cost_hand_breadth_first_1(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    std::vector<Node> level{0}, next;
    Events events;
    marked[0] = 1;
    events.add(0);
    while (!level.empty()) {
        for (Node const n : level)
            for (Node const child : graph.children(n)) {
                if (marked[child]) continue;
                marked[child] = 1;
                events.add(child);
                next.push_back(child);
            }
        level.clear();
        level.swap(next);
    }
    return events.seen;
}

COST cost_hand_breadth_first_2(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    std::vector<Rest> level, next;
    Events events;
    auto const visit = [&](Node n) {
        if (marked[n]) return;
        marked[n] = 1;
        events.add(n);
        if (auto const children = graph.children(n); !children.empty()) next.push_back(rest(children));
    };
    visit(0);
    while (!next.empty()) {
        level.clear();
        level.swap(next);
        for (Rest const& r : level)
            for (Node const* at = r.at; at != r.end; ++at) visit(*at);
    }
    return events.seen;
}

// --- depth first ---

COST cost_trav_depth_first(Csr const& graph) { return trav::traverse(graph, roots, Visits{}).seen; }

COST cost_hand_depth_first_1(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    std::vector<Rest> stack;
    Events events;
    for (Node n = 0;;) {
        if (!marked[n]) {
            marked[n] = 1;
            events.add(n);
            if (auto const children = graph.children(n); !children.empty()) stack.push_back(rest(children));
        }
        if (stack.empty()) return events.seen;
        Rest& innermost = stack.back();
        n = *innermost.at++;
        if (innermost.at == innermost.end) stack.pop_back();
    }
}

COST cost_hand_depth_first_2(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    std::vector<Rest> stack;
    Events events;
    for (Rest innermost = rest(roots);;) {
        while (innermost.at == innermost.end) {
            if (stack.empty()) return events.seen;
            innermost = stack.back();
            stack.pop_back();
        }
        Node const n = *innermost.at++;
        if (marked[n]) continue;
        marked[n] = 1;
        events.add(n);
        auto const children = graph.children(n);
        if (children.empty()) continue;
        if (innermost.at != innermost.end) stack.push_back(innermost);
        innermost = rest(children);
    }
}

// --- depth first, with a way back ---

COST cost_trav_leave(Csr const& graph) { return trav::traverse(graph, roots, Leaves{}).seen; }

COST cost_hand_leave_1(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    struct Open {
        Node node;
        Rest rest;
    };
    std::vector<Open> stack;
    Events events;
    for (Node n = 0;;) {
        if (!marked[n]) {
            marked[n] = 1;
            events.add(n);
            stack.push_back({n, rest(graph.children(n))});
        }
        while (stack.back().rest.at == stack.back().rest.end) {
            events.add(stack.back().node + 1);
            stack.pop_back();
            if (stack.empty()) return events.seen;
        }
        n = *stack.back().rest.at++;
    }
}

COST cost_hand_leave_2(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    struct Open {
        Node node;
        Rest rest;
    };
    std::vector<Open> stack;
    Events events;
    for (Open innermost{0, rest(roots)};;) {
        if (innermost.rest.at == innermost.rest.end) {
            if (stack.empty()) return events.seen;
            events.add(innermost.node + 1);
            innermost = stack.back();
            stack.pop_back();
            continue;
        }
        Node const n = *innermost.rest.at++;
        if (marked[n]) continue;
        marked[n] = 1;
        events.add(n);
        if (auto const children = graph.children(n); children.empty()) {
            events.add(n + 1);
        } else {
            stack.push_back(innermost);
            innermost = {n, rest(children)};
        }
    }
}

// --- with data of policies ---

COST cost_trav_mark_stack_carrying(Csr const& graph) {
    return trav::traverse<trav::MarkStack>(graph, roots, Depths{}).seen;
}

COST cost_hand_mark_stack_carrying_1(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    struct Arrival {
        Node node, parent, depth;
    };
    std::vector<Arrival> stack{{0, 0, 0}};
    Events events;
    while (!stack.empty()) {
        Arrival const a = stack.back();
        stack.pop_back();
        if (marked[a.node]) continue;
        marked[a.node] = 1;
        events.add(a.node + a.parent + a.depth);
        for (Node const child : graph.children(a.node)) stack.push_back({child, a.node, a.depth + 1});
    }
    return events.seen;
}

COST cost_trav_leave_carrying(Csr const& graph) { return trav::traverse(graph, roots, Sizes{}).seen; }

COST cost_hand_leave_carrying_1(Csr const& graph) {
    struct Kept {
        std::uint32_t marked;
        Node size;
    };
    struct Open {
        Node node, parent, depth, below;
        Rest rest;
    };
    std::vector<Kept> kept(graph.count());
    std::vector<Open> stack;
    Events events;
    for (Open innermost{0, 0, ~0u, 0, rest(roots)};;) {
        if (innermost.rest.at == innermost.rest.end) {
            if (stack.empty()) return events.seen;
            Node const size = kept[innermost.node].size = innermost.below + 1;
            events.add(size + innermost.depth + innermost.parent);
            innermost = stack.back();
            stack.pop_back();
            innermost.below += size;
            continue;
        }
        Node const n = *innermost.rest.at++;
        if (kept[n].marked) continue;
        kept[n].marked = 1;
        Node const depth = innermost.depth + 1;
        Node const parent = innermost.node;
        events.add(n + parent + depth);
        if (auto const children = graph.children(n); children.empty()) {
            kept[n].size = 1;
            innermost.below += 1;
            events.add(1 + depth + parent);
        } else {
            stack.push_back(innermost);
            innermost = {n, parent, depth, 0, rest(children)};
        }
    }
}

// --- several policies ---

COST cost_hand_fuse_1(Csr const& graph) {
    Three three;
    trav::traverse(graph, roots, three);
    return three.objects * 7 + three.arrivals * 3 + three.sum;
}
COST cost_trav_fuse(Csr const& graph) {
    Objects objects;
    Arrivals arrivals;
    Sum sum;
    auto three = trav::fuse<Node>(objects, arrivals, sum);
    trav::traverse(graph, roots, three);
    return objects.objects * 7 + arrivals.arrivals * 3 + sum.sum;
}
COST cost_trav_fuse_unseen(Csr const& graph) {
    Objects objects;
    Arrivals arrivals;
    Sum sum;
    auto three = trav::fuse(objects, arrivals, sum);
    trav::traverse(graph, roots, three);
    return objects.objects * 7 + arrivals.arrivals * 3 + sum.sum;
}

COST cost_trav_prune(Csr const& graph) {
    Without<4> four;
    Without<8> eight;
    Arrivals arrivals;
    auto three = trav::fuse(four, eight, arrivals);
    trav::traverse(graph, roots, three);
    return four.sum * 7 + eight.sum * 3 + arrivals.arrivals;
}
COST cost_hand_prune_1(Csr const& graph) {
    struct Open {
        Rest rest;
        std::uint8_t active;
    };
    std::vector<std::uint8_t> seen(graph.count());
    std::vector<Open> stack;
    Number four = 0, eight = 0, arrivals = 0;
    for (Open innermost{rest(roots), 7};;) {
        if (innermost.rest.at == innermost.rest.end) {
            if (stack.empty()) return four * 7 + eight * 3 + arrivals;
            innermost = stack.back();
            stack.pop_back();
            continue;
        }
        Node const n = *innermost.rest.at++;
        std::uint8_t down = innermost.active & static_cast<std::uint8_t>(~seen[n]);
        seen[n] |= innermost.active;
        if (down & 1) {
            four += n;
            if (n % 4 == 0) down ^= 1;
        }
        if (down & 2) {
            eight += n;
            if (n % 8 == 0) down ^= 2;
        }
        if (innermost.active & 4) ++arrivals;
        if (!down) continue;
        stack.push_back(innermost);
        innermost = {rest(graph.children(n)), down};
    }
}

COST cost_trav_prefetch(Csr const& graph) {
    Sum sum;
    trav::traverse<trav::Prefetch<16>>(graph, roots, sum);
    return sum.sum;
}

// --- objects of thirty types ---

COST cost_trav_objects(Csr const&) { return thirty::by_mark_stack(); }
COST cost_trav_objects_depth_first(Csr const&) { return thirty::by_depth_first(); }
COST cost_hand_objects_1(Csr const&) { return thirty::by_hand(); }

namespace {

struct Loop {
    char const* name;
    Number (*run)(Csr const&);
};
#define LOOP(f) {#f, f}
/// The loops by kind. All loops of a kind must give the same result.
std::vector<std::vector<Loop>> const kinds{
    {LOOP(cost_trav_mark_stack), LOOP(cost_hand_mark_stack_1), LOOP(cost_hand_mark_stack_2)},
    {LOOP(cost_trav_breadth_first), LOOP(cost_hand_breadth_first_1), LOOP(cost_hand_breadth_first_2)},
    {LOOP(cost_trav_depth_first), LOOP(cost_hand_depth_first_1), LOOP(cost_hand_depth_first_2)},
    {LOOP(cost_trav_leave), LOOP(cost_hand_leave_1), LOOP(cost_hand_leave_2)},
    {LOOP(cost_trav_mark_stack_carrying), LOOP(cost_hand_mark_stack_carrying_1)},
    {LOOP(cost_trav_leave_carrying), LOOP(cost_hand_leave_carrying_1)},
    {LOOP(cost_trav_fuse), LOOP(cost_hand_fuse_1), LOOP(cost_trav_fuse_unseen)},
    {LOOP(cost_trav_prune), LOOP(cost_hand_prune_1)},
    {LOOP(cost_trav_prefetch)},
    {LOOP(cost_trav_objects), LOOP(cost_trav_objects_depth_first), LOOP(cost_hand_objects_1)},
};

/// 0 to 6 children for each of 5000 nodes.
int run_all() {
    std::mt19937 numbers(1);
    auto const random = [&] { return static_cast<std::uint32_t>(numbers()); };
    std::uint32_t const count = 5000;
    std::vector<std::uint32_t> first{0};
    std::vector<std::uint32_t> targets;
    for (std::uint32_t n = 0; n < count; ++n) {
        for (auto k = n == 0 ? 3 : random() % 7; k > 0; --k) targets.push_back(random() % count);
        first.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    Csr const graph{&first, &targets};
    thirty::build();
    int wrong = 0;
    for (auto const& kind : kinds) {
        Number const expected = kind[0].run(graph);
        for (std::size_t i = 1; i != kind.size(); ++i)
            if (kind[i].run(graph) != expected) std::printf("%s answers otherwise\n", kind[i].name), ++wrong;
    }
    return wrong;
}

}  // namespace

/// Runs all loops, and fails if loops of a kind differ. With an argument, prints their names.
int main(int argc, char**) {
    if (argc == 1) return run_all();
    for (auto const& kind : kinds)
        for (auto const& loop : kind) std::puts(loop.name);
}
