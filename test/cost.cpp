// test/cost.cpp: what the engine costs, in instructions: a counting policy against the loop that one would write by hand.
// The counts are callgrind's, so they do not depend on how busy the machine is.
#include "catch.hpp"

#include <trav/store/dense.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <unistd.h>
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

struct Count {
    static constexpr bool once = true;
    std::size_t nodes = 0;
    void visit(auto&) { ++nodes; }
};
struct CountBoth {
    static constexpr bool once = true;
    std::size_t nodes = 0;
    std::size_t left = 0;
    void visit(auto&) { ++nodes; }
    void leave(auto&) { ++left; }
};

/// A range of children not yet seen.
struct Rest {
    std::uint32_t const* at;
    std::uint32_t const* end;
};

}  // namespace

// The loops compared. Callgrind finds them by their names.
extern "C" {

[[gnu::noinline]] std::size_t cost_hand_mark_stack(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    std::vector<std::uint32_t> stack{0};
    std::size_t nodes = 0;
    while (!stack.empty()) {
        std::uint32_t const n = stack.back();
        stack.pop_back();
        if (marked[n]) continue;
        marked[n] = 1;
        ++nodes;
        for (std::uint32_t const child : graph.children(n)) stack.push_back(child);
    }
    return nodes;
}

[[gnu::noinline]] std::size_t cost_hand_breadth_first(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    std::deque<std::uint32_t> queue{0};
    std::size_t nodes = 0;
    while (!queue.empty()) {
        std::uint32_t const n = queue.front();
        queue.pop_front();
        if (marked[n]) continue;
        marked[n] = 1;
        ++nodes;
        for (std::uint32_t const child : graph.children(n)) queue.push_back(child);
    }
    return nodes;
}

[[gnu::noinline]] std::size_t cost_hand_depth_first(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    std::vector<Rest> stack;
    std::size_t nodes = 0;
    std::uint32_t n = 0;
    while (true) {
        if (!marked[n]) {
            marked[n] = 1;
            ++nodes;
            auto const children = graph.children(n);
            if (!children.empty()) stack.push_back({children.data(), children.data() + children.size()});
        }
        if (stack.empty()) return nodes;
        Rest& rest = stack.back();
        n = *rest.at++;
        if (rest.at == rest.end) stack.pop_back();
    }
}

[[gnu::noinline]] std::size_t cost_hand_depth_first_leave(Csr const& graph) {
    std::vector<std::uint8_t> marked(graph.count());
    struct Open {
        std::uint32_t node;
        Rest rest;
    };
    std::vector<Open> stack;
    std::size_t nodes = 0;
    std::size_t left = 0;
    std::uint32_t n = 0;
    while (true) {
        if (!marked[n]) {
            marked[n] = 1;
            ++nodes;
            auto const children = graph.children(n);
            stack.push_back({n, {children.data(), children.data() + children.size()}});
        }
        while (stack.back().rest.at == stack.back().rest.end) {
            ++left;
            stack.pop_back();
            if (stack.empty()) return nodes + left;
        }
        n = *stack.back().rest.at++;
    }
}

[[gnu::noinline]] std::size_t cost_trav_mark_stack(Csr const& graph) {
    return trav::traverse<trav::MarkStack>(graph, std::vector<std::uint32_t>{0}, Count{}).nodes;
}
[[gnu::noinline]] std::size_t cost_trav_breadth_first(Csr const& graph) {
    return trav::traverse<trav::BreadthFirst>(graph, std::vector<std::uint32_t>{0}, Count{}).nodes;
}
[[gnu::noinline]] std::size_t cost_trav_prefetch(Csr const& graph) {
    return trav::traverse<trav::Prefetch<16>>(graph, std::vector<std::uint32_t>{0}, Count{}).nodes;
}
[[gnu::noinline]] std::size_t cost_trav_depth_first(Csr const& graph) {
    return trav::traverse(graph, std::vector<std::uint32_t>{0}, Count{}).nodes;
}
[[gnu::noinline]] std::size_t cost_trav_depth_first_leave(Csr const& graph) {
    auto const both = trav::traverse(graph, std::vector<std::uint32_t>{0}, CountBoth{});
    return both.nodes + both.left;
}
}

namespace {

/// 0 to 6 children for each of 5000 nodes.
void call_all() {
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
    std::size_t const nodes = cost_hand_mark_stack(graph);
    CHECK(nodes > count * 9 / 10);
    CHECK(cost_hand_breadth_first(graph) == nodes);
    CHECK(cost_hand_depth_first(graph) == nodes);
    CHECK(cost_hand_depth_first_leave(graph) == 2 * nodes);
    CHECK(cost_trav_mark_stack(graph) == nodes);
    CHECK(cost_trav_breadth_first(graph) == nodes);
    CHECK(cost_trav_prefetch(graph) == nodes);
    CHECK(cost_trav_depth_first(graph) == nodes);
    CHECK(cost_trav_depth_first_leave(graph) == 2 * nodes);
}

/// Runs this very test under callgrind; the instructions of each function named cost_*, what it calls included. Empty if
/// valgrind is missing or fails (3.19 cannot read clang 19's debug information).
std::map<std::string, double> count_instructions() {
    namespace fs = std::filesystem;
    fs::path const out = fs::temp_directory_path() / ("trav-cost-" + std::to_string(getpid()));
    fs::create_directory(out);
    std::string command =
        "TRAV_COST_CALLS=1 valgrind --tool=callgrind --callgrind-out-file='" + (out / "out").string() + "'";
    for (char const* name : {"hand_mark_stack", "hand_breadth_first", "hand_depth_first",
                             "hand_depth_first_leave", "trav_mark_stack", "trav_breadth_first",
                             "trav_prefetch", "trav_depth_first", "trav_depth_first_leave"})
        command += std::string(" --zero-before=cost_") + name + " --dump-after=cost_" + name;
    command += " '" + fs::read_symlink("/proc/self/exe").string() + "' 'what a traversal costs' > '" +
               (out / "log").string() + "' 2>&1";
    int const status = std::system(command.c_str());
    std::map<std::string, double> counts;
    for (auto const& file : fs::directory_iterator(out)) {
        std::ifstream in(file.path());
        std::string name;
        for (std::string line; status == 0 && std::getline(in, line);) {
            if (auto const at = line.find("--dump-after="); at != std::string::npos)
                name = line.substr(at + 13);
            if (line.starts_with("totals: ") && !name.empty()) counts[name] = std::stod(line.substr(8));
        }
    }
    fs::remove_all(out);
    return counts;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif
#ifdef __OPTIMIZE__
constexpr bool optimised = true;
#else
constexpr bool optimised = false;
#endif

}  // namespace

TEST_CASE("what a traversal costs", "[unit]") {
    call_all();
    if (std::getenv("TRAV_COST_CALLS") != nullptr) return;  // we are the run that is counted
    if (sanitized || !optimised) {
        WARN("not counted: instructions of a sanitized or unoptimised program say nothing");
        return;
    }
    auto const counts = count_instructions();
    if (counts.empty()) {
        WARN("not counted: valgrind is missing, or cannot read what this compiler wrote");
        return;
    }
    auto const ratio = [&](std::string const& trav, std::string const& hand) {
        REQUIRE(counts.contains("cost_trav_" + trav));
        REQUIRE(counts.contains("cost_hand_" + hand));
        double const r = counts.at("cost_trav_" + trav) / counts.at("cost_hand_" + hand);
        std::cout << "instructions, " << trav << " / " << hand << " by hand: " << r << '\n';
        return r;
    };
    CHECK(ratio("mark_stack", "mark_stack") < 1.5);
    CHECK(ratio("breadth_first", "breadth_first") < 1.5);
    CHECK(ratio("prefetch", "mark_stack") < 2.5);
    CHECK(ratio("depth_first", "depth_first") < 1.5);
    CHECK(ratio("depth_first_leave", "depth_first_leave") < 1.5);
}
