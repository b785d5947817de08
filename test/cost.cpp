// test/cost.cpp: the cost of the engine in instructions, compared with good hand-written loops, and with one
// policy written for several. callgrind counts instructions, so the load of the machine does not affect the
// results. The loops are in a separate program (cost_loops.cpp), built like a user's program. The sizes of
// frames and arrivals are asserted here.
#include "catch.hpp"
#include "support/sanitized.hpp"

#include <trav/policy/fuse.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

/// The instructions of each function named cost_*, including its callees. Empty if valgrind is missing.
std::map<std::string, double> count_instructions() {
    namespace fs = std::filesystem;
    if (std::system("valgrind --version > /dev/null 2>&1") != 0) return {};
    fs::path const out = fs::temp_directory_path() / ("trav-cost-" + std::to_string(getpid()));
    fs::create_directory(out);
    std::string command = "valgrind --tool=callgrind --callgrind-out-file='" + (out / "out").string() + "'";
    std::system(("'" COST_LOOPS "' names > '" + (out / "names").string() + "'").c_str());
    std::ifstream names(out / "names");
    for (std::string name; names >> name;) command += " --zero-before=" + name + " --dump-after=" + name;
    command += " '" COST_LOOPS "' > '" + (out / "log").string() + "' 2>&1";
    int const status = std::system(command.c_str());
    std::map<std::string, double> counts;
    std::string log;
    std::getline(std::ifstream(out / "log"), log, '\0');
    for (auto const& file : fs::directory_iterator(out)) {
        std::ifstream in(file.path());
        std::string name;
        for (std::string line; std::getline(in, line);) {
            if (auto const at = line.find("--dump-after="); at != std::string::npos)
                name = line.substr(at + 13);
            if (line.starts_with("totals: ") && !name.empty()) counts[name] = std::stod(line.substr(8));
        }
    }
    fs::remove_all(out);
    INFO(log);
    REQUIRE(status == 0);
    return counts;
}

}  // namespace

TEST_CASE("a traversal stays within its limits of cost", "[unit]") {
    REQUIRE(std::system("'" COST_LOOPS "'") == 0);  // the loops of each kind give the same result
    if (test::sanitized) {
        WARN("not counted: instructions of a sanitized program say nothing");
        return;
    }
#ifdef _LIBCPP_VERSION
    WARN("not counted: libc++ is compiled with all its checks");
    return;
#endif
    auto const counts = count_instructions();
    if (counts.empty()) {
        WARN("not counted: valgrind is missing");
        return;
    }
    // compared with the best hand-written loop
    auto const ratio = [&](std::string const& trav, std::string const& hand) {
        REQUIRE(counts.contains("cost_trav_" + trav));
        double best = 0;
        for (auto const& [name, count] : counts) {
            std::string const stem = "cost_hand_" + hand + '_';
            if (name.starts_with(stem) && name.size() == stem.size() + 1 && (best == 0 || count < best))
                best = count;
        }
        REQUIRE(best > 0);
        double const r = counts.at("cost_trav_" + trav) / best;
        std::cout << "instructions, " << trav << " / " << hand << " by hand: " << r << '\n';
        return r;
    };
    for (char const* kind : {"mark_stack", "breadth_first", "depth_first", "leave", "mark_stack_carrying"}) {
        INFO(kind);
        CHECK(ratio(kind, kind) <= 1.02);
    }
    // a frame keeps both `inherited` and `to_children` for leave(); by hand, one is computed from the other
    CHECK(ratio("leave_carrying", "leave_carrying") <= 1.2);
    CHECK(ratio("fuse", "fuse") <= 1.06);
    CHECK(ratio("fuse_unseen", "fuse") < 2.5);      // with a bit for each part, which may have separate roots
    CHECK(ratio("prune", "prune") <= 1.15);         // the hand-written loop also keeps a bit for each part
    CHECK(ratio("prefetch", "mark_stack") < 2.75);  // it saves misses, not instructions
    CHECK(ratio("objects", "objects") <= 1.15);
    CHECK(ratio("objects_depth_first", "objects") <= 1.3);  // the hand-written loop uses a stack
}

// --- Sizes ---------------------------------------------------------------------------------------

namespace {

struct Heap {
    using node = std::uint64_t*;
    std::span<node const> children(node) const { return {}; }
};
struct Plain {
    void visit(auto&) {}
};
struct WithLeave {
    void leave(auto&) {}
};
struct All {
    using node_data = std::uint64_t;
    using inherited = std::uint64_t;
    using returned = std::uint64_t;
    static constexpr bool wants_parent = true;
    void visit(auto&) {}
    void leave(auto&) {}
};
struct AllDown {
    using node_data = std::uint64_t;
    using inherited = std::uint64_t;
    static constexpr bool wants_parent = true;
    void visit(auto&) {}
};

constexpr std::size_t word = sizeof(void*);
template <class P>
using Frame = typename trav::DepthFirst::Walker<Heap, P, trav::DefaultStore<Heap, P>>::Frame;
template <class Strategy, class P>
using Item = typename Strategy::template Walker<Heap, P, trav::DefaultStore<Heap, P>>::Item;

static_assert(sizeof(Frame<Plain>) == 2 * word);      // a cursor and its end
static_assert(sizeof(Frame<AllDown>) == 4 * word);    // the node, and the value for its children
static_assert(sizeof(Frame<WithLeave>) == 3 * word);  // the node
static_assert(sizeof(Frame<All>) == 7 * word);  // the node, its parent, inherited, to_children, returned
static_assert(sizeof(Item<trav::MarkStack, Plain>) == word);
static_assert(sizeof(Item<trav::MarkStack, AllDown>) == 3 * word);
static_assert(sizeof(Item<trav::BreadthFirst, Plain>) == 2 * word);
static_assert(sizeof(Item<trav::BreadthFirst, AllDown>) == 4 * word);

// A fusion of policies with void visits is as large as one policy with the same members.
using Everywhere = trav::FusedVoid<Plain, Plain, AllDown>;
static_assert(sizeof(Frame<trav::FusedVoid<Plain, Plain>>) == sizeof(Frame<Plain>));
static_assert(sizeof(Item<trav::MarkStack, trav::FusedVoid<Plain, Plain>>) == word);
static_assert(sizeof(Frame<Everywhere>) == sizeof(Frame<AllDown>));
static_assert(sizeof(trav::node_data_t<Everywhere>) == sizeof(std::uint64_t));
static_assert(trav::detail::absent<trav::node_data_t<trav::FusedVoid<Plain, Plain>>>);

}  // namespace
