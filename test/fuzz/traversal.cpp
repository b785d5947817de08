// Traversals. The bytes choose a graph of at most 8 objects, a strategy and a store. For each of two passes
// over the same traversal, they choose the policy's answers: how often it descends from each object, and
// after how many calls it stops or throws. The calls must equal a walk by definition, and every object
// must be unchanged afterwards.
#include "fuzz.hpp"

#include <trav/store/dense.hpp>
#include <trav/store/hashed.hpp>
#include <trav/store/header_word.hpp>
#include <trav/store/in_node.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/depth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/pointer_reversal.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace {

constexpr unsigned most_nodes = 8, most_fields = 4, most_roots = 3;

struct Obj {
    std::uint8_t id = 0, size = 0;
    std::array<Obj*, most_fields> fields{};
    trav::Slot<std::uint32_t> slot{};
    std::uintptr_t word = 0;
    std::uint32_t cursor = 0;
};

struct Heap {
    explicit Heap(fuzz::Choices& choices) : size(1 + choices.below(most_nodes)) {
        for (unsigned i = 0; i != size; ++i) {
            objects[i].id = static_cast<std::uint8_t>(i);
            objects[i].size = static_cast<std::uint8_t>(choices.below(most_fields + 1));
            for (unsigned f = 0; f != objects[i].size; ++f) objects[i].fields[f] = any(choices);
        }
        for (Obj*& root : roots) root = any(choices);
    }
    Obj* any(fuzz::Choices& choices) {
        unsigned const i = choices.below(size + 1);
        return i == size ? nullptr : &objects[i];
    }

    unsigned size;
    std::array<Obj, most_nodes> objects;
    std::array<Obj*, most_roots> roots;
};

struct Graph {
    using node = Obj*;
    Heap* heap;
    std::span<node const> children(node n) const { return {n->fields.data(), n->size}; }
    std::span<node> slots(node n) const { return {n->fields.data(), n->size}; }
    std::uint32_t& cursor(node n) const { return n->cursor; }
    std::size_t index(node n) const { return n->id; }
    std::size_t count() const { return heap->size; }
};

struct Words {
    Heap* heap;
    std::uintptr_t& operator()(Obj* n) const { return n->word; }
    void unreached(auto f) const {
        for (Obj& object : heap->objects) f(object.word);
    }
};

/// How a pass ends.
enum class End : std::uint8_t { whole, stopped, thrown, open_again };

/// The policy's answers.
struct Rule {
    explicit Rule(fuzz::Choices& choices)
        : descents(choices.byte() | static_cast<unsigned>(choices.byte()) << 8),
          end_after(choices.below(64)),
          end(End(choices.below(3))) {}

    /// Descends from an object 0 to 3 times, on its first arrivals.
    bool descends(unsigned node, std::uint32_t arrival) const { return arrival < (descents >> 2 * node & 3); }
    bool ends(unsigned calls, End how) const { return end == how && calls > end_after; }

    unsigned descents, end_after;
    End end;
};

struct Call {
    bool leave;
    std::uint8_t node, parent;
    bool first;
    std::uint32_t data;
    std::uint32_t inherited, returned;
    friend bool operator==(Call const&, Call const&) = default;
};

/// The calls of one pass: 8 objects descend 3 times to 4 others, and are left as often.
struct Log {
    static constexpr std::size_t most = most_nodes * 3 * (most_fields + 1) + most_roots;

    void add(Call const& call) {
        fuzz::must(size < calls.size(), "no pass has so many calls");
        calls[size++] = call;
    }
    std::span<Call const> all() const { return {calls.data(), size}; }

    std::array<Call, most> calls;
    unsigned size = 0;
};

std::uint32_t handed_down(std::uint32_t inherited, unsigned node) { return inherited * 31 + node + 1; }
std::uint32_t passed_up(std::uint32_t returned) { return 3 * returned + 1; }

struct Thrown {};

/// A policy with all members, or, for PointerReversal, without values passed down and up.
template <bool Leaves, bool Hands>
struct Policy;

struct PolicyBase {
    using node_data = std::uint32_t;  // arrivals
    static constexpr bool wants_parent = true;
    Rule const* rule = nullptr;
    Log log;

    trav::go answer(auto& here) {
        if (rule->ends(log.size, End::thrown)) throw Thrown{};
        if (rule->ends(log.size, End::stopped)) return trav::go::stop;
        return rule->descends(here.node->id, here.data++) ? trav::go::down : trav::go::skip;
    }
    void note(bool leave, auto& here, std::uint32_t inherited, std::uint32_t returned) {
        log.add({leave, here.node->id, here.parent->id, here.first, here.data, inherited, returned});
    }
};
template <>
struct Policy<false, true> : PolicyBase {
    using inherited = std::uint32_t;
    trav::go visit(auto& here) {
        note(false, here, here.inherited, 0);
        here.to_children = handed_down(here.inherited, here.node->id);
        return answer(here);
    }
};
template <>
struct Policy<true, true> : PolicyBase {
    using inherited = std::uint32_t;
    using returned = std::uint32_t;
    trav::go visit(auto& here) {
        note(false, here, here.inherited, here.returned);
        here.to_children = handed_down(here.inherited, here.node->id);
        here.returned = here.node->id;
        return answer(here);
    }
    void leave(auto& here) {
        note(true, here, here.inherited, here.returned);
        here.to_parent += passed_up(here.returned);
        if (rule->ends(log.size, End::thrown)) throw Thrown{};
    }
};
template <>
struct Policy<true, false> : PolicyBase {
    trav::go visit(auto& here) {
        note(false, here, 0, 0);
        return answer(here);
    }
    void leave(auto& here) {
        note(true, here, 0, 0);
        if (rule->ends(log.size, End::thrown)) throw Thrown{};
    }
};

/// The walk by definition.
class Model {
  public:
    Model(Heap const& heap, Rule const& rule, bool leaves, bool hands)
        : heap_(heap), rule_(rule), leaves_(leaves), hands_(hands) {}

    void depth_first() {
        for (std::size_t i = most_roots; i-- != 0;)
            if (Obj const* root = heap_.roots[i]) arrive(*root, *root, hands_ ? 7 : 0, total);
    }
    void worklist(bool last_first) {
        struct Arrival {
            Obj const *node, *parent;
            std::uint32_t inherited;
        };
        std::array<Arrival, Log::most> waiting;
        std::size_t begin = 0, end = 0;
        for (Obj const* root : heap_.roots)
            if (root) waiting[end++] = {root, root, 7};
        while (begin != end) {
            Arrival const a = last_first ? waiting[--end] : waiting[begin++];
            bool const down = visit(*a.node, *a.parent, a.inherited, 0);
            if (how != End::whole) return;
            if (!down) continue;
            for (unsigned f = 0; f != a.node->size; ++f)
                if (Obj const* child = a.node->fields[f])
                    waiting[end++] = {child, a.node, handed_down(a.inherited, a.node->id)};
        }
    }

    Log log;
    End how = End::whole;
    std::uint32_t total = 0;

  private:
    bool visit(Obj const& node, Obj const& parent, std::uint32_t inherited, std::uint32_t returned) {
        std::uint32_t& arrivals = arrivals_[node.id];
        log.add({false, node.id, parent.id, arrivals == 0, arrivals, inherited, returned});
        if (rule_.ends(log.size, End::thrown)) how = End::thrown;
        else if (rule_.ends(log.size, End::stopped)) how = End::stopped;
        else return rule_.descends(node.id, arrivals++);
        return false;
    }
    void arrive(Obj const& node, Obj const& parent, std::uint32_t inherited, std::uint32_t& up) {
        if (how != End::whole || !visit(node, parent, inherited, 0)) return;
        if (!hands_ && open_[node.id]) return void(how = End::open_again);
        open_[node.id] = true;
        std::uint32_t returned = leaves_ && hands_ ? node.id : 0;
        for (unsigned f = 0; f != node.size; ++f)
            if (Obj const* child = node.fields[f])
                arrive(*child, node, hands_ ? handed_down(inherited, node.id) : 0, returned);
        open_[node.id] = false;
        if (how != End::whole || !leaves_) return;
        log.add({true, node.id, parent.id, false, arrivals_[node.id], inherited, returned});
        if (hands_) up += passed_up(returned);
        else returned = 0;
        if (rule_.ends(log.size, End::thrown)) how = End::thrown;
    }

    Heap const& heap_;
    Rule const& rule_;
    bool leaves_, hands_;
    std::array<std::uint32_t, most_nodes> arrivals_{};
    std::array<bool, most_nodes> open_{};
};

template <class Traversal>
End run(Traversal& traversal, Heap const& heap) {
    for (Obj* root : heap.roots) {
        if constexpr (requires { traversal.push_root(root, 7u); }) traversal.push_root(root, 7u);
        else traversal.push_root(root);
    }
    return traversal.run() ? End::whole : End::stopped;
}

bool same_objects(Heap const& before, Heap const& now) {
    for (unsigned i = 0; i != before.size; ++i) {
        if (now.objects[i].cursor != 0) return false;
        for (unsigned f = 0; f != most_fields; ++f) {
            Obj const* const is = now.objects[i].fields[f];
            Obj const* const was = before.objects[i].fields[f];
            if (is != was) return false;
        }
    }
    return true;
}

/// The number of arrivals at each object, which does not depend on the order.
std::array<unsigned, most_nodes> arrivals(Log const& log) {
    std::array<unsigned, most_nodes> counts{};
    for (Call const& call : log.all()) counts[call.node] += !call.leave;
    return counts;
}

template <class Strategy, bool Leaves, bool Hands>
void check(Heap& heap, fuzz::Choices& choices, auto&& store) {
    constexpr bool any_order = std::is_same_v<Strategy, trav::Prefetch<4>>;
    Heap const before = heap;
    Policy<Leaves, Hands> policy;
    auto traversal = trav::traversal<Strategy>(Graph{&heap}, policy, store);
    for (int pass = 0; pass != 2; ++pass) {
        Rule const rule(choices);
        Model model(heap, rule, Leaves, Hands);
        if constexpr (Strategy::returns) model.depth_first();
        else model.worklist(Strategy::last_root_first);
        policy.rule = &rule;
        policy.log.size = 0;
        traversal.begin_pass();
        End how{};
        try {
            how = run(traversal, heap);
        } catch (Thrown) { how = End::thrown; } catch (trav::OpenAgain const&) {
            how = End::open_again;
        }
        fuzz::must(how == model.how, "the pass ends as it should");
        fuzz::must(same_objects(before, heap), "every object is what it was");
        if constexpr (!any_order)
            fuzz::must(std::ranges::equal(policy.log.all(), model.log.all()), "the calls are as defined");
        else if (how == End::whole)
            fuzz::must(arrivals(policy.log) == arrivals(model.log), "the arrivals are as defined");
        else fuzz::must(policy.log.size == model.log.size, "it ends at the same call");
        if constexpr (Leaves && Hands)
            if (how == End::whole) fuzz::must(traversal.returned() == model.total, "the sum is handed up");
    }
}

template <class Strategy, bool Leaves = false, bool Hands = true>
void with_a_store(Heap& heap, fuzz::Choices& choices, unsigned which) {
    Graph const graph{&heap};
    switch (which) {
    case 0: {
        trav::Dense<std::uint32_t, trav::GraphIndex<Graph>> store(graph.count(), {&graph});
        return check<Strategy, Leaves, Hands>(heap, choices, store);
    }
    case 1: {
        trav::Hashed<Obj*, std::uint32_t> store;
        return check<Strategy, Leaves, Hands>(heap, choices, store);
    }
    case 2: {
        trav::InNode<&Obj::slot> store;
        return check<Strategy, Leaves, Hands>(heap, choices, store);
    }
    default: {
        trav::HeaderWord<std::uint32_t, Words> store(Words{&heap});
        return check<Strategy, Leaves, Hands>(heap, choices, store);
    }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    fuzz::Choices choices(data, size);
    unsigned const strategy = choices.below(6), store = choices.below(4);
    Heap heap(choices);
    switch (strategy) {
    case 0: with_a_store<trav::DepthFirst>(heap, choices, store); break;
    case 1: with_a_store<trav::DepthFirst, true>(heap, choices, store); break;
    case 2: with_a_store<trav::MarkStack>(heap, choices, store); break;
    case 3: with_a_store<trav::BreadthFirst>(heap, choices, store); break;
    case 4: with_a_store<trav::Prefetch<4>>(heap, choices, store); break;
    default: with_a_store<trav::PointerReversal, true, false>(heap, choices, store); break;
    }
    return 0;
}
