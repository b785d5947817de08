// The solver of a profiler for a graph with a solver of its own. The graph here records its calls.
#include <trav/profile/detail/graph_solver.hpp>

#include "catch.hpp"

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using trav::Place;
using trav::Statistics;
using trav::detail::BreakdownFlow;
using trav::detail::GraphSolver;
using trav::detail::NumberedHeap;

namespace {

using Nodes = std::vector<unsigned>;
struct Log {
    std::vector<std::string> calls{};
    Nodes sources{};  // of the flow to the reachable objects
};

Nodes const all{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, even{10, 12, 14, 16, 18}, odd{11, 13, 15, 17, 19};

/// Objects 10 to 19; object n has 8 n bytes. A source reaches all objects of its parity. A handle to object n
/// is n or 100 + n; 0 is null.
template <bool renews>
class Solving {
  public:
    using node = unsigned;
    explicit Solving(Log& log) : log_(&log) {}
    std::span<node const> children(node) const { return {}; }
    std::size_t size(node n) const { return 8 * n; }
    bool null(node n) const { return n == 0; }
    node resolve(node n) const { return n > 100 ? n - 100 : n; }
    Nodes objects() const { return all; }
    void renew()
        requires renews
    {
        log_->calls.push_back("renew");
    }
    struct Solution {
        bool parity[2] = {};
        bool const* find(node n) const { return parity[n % 2] ? &parity[n % 2] : nullptr; }
    };
    template <class F>
    Solution solve(std::vector<trav::Source<node, bool>> const& sources, F&) const {
        log_->calls.push_back("reach");
        log_->sources.clear();
        Solution solution;
        for (auto const& source : sources) {
            log_->sources.push_back(source.node);
            if (source.value) solution.parity[source.node % 2] = true;
        }
        return solution;
    }

  private:
    Log* log_;
};

/// A flow with some handles as sources.
class Flow : public BreakdownFlow<unsigned> {
  public:
    Flow(std::string name, Nodes handles, Log& log, bool follows_graph = false)
        : BreakdownFlow(follows_graph, false),
          name_(std::move(name)),
          handles_(std::move(handles)),
          log_(log) {}
    void sources(Nodes const& roots, trav::detail::Function<bool(unsigned&)> const& resolve,
                 Nodes& nodes) override {
        log_.calls.push_back(name_ + " sources of " + std::to_string(roots.size()));
        for (unsigned handle : handles_)
            if (resolve(handle)) nodes.push_back(handle);
    }
    Statistics solve(NumberedHeap<unsigned> const& heap, std::span<Place const> sources) override {
        log_.calls.push_back(name_ + " solve " + std::to_string(heap.size() + sources.size()));
        return {};
    }
    void release() override { log_.calls.push_back(name_ + " release"); }

  private:
    std::string name_;
    Nodes handles_;
    Log& log_;
};

struct Receiver {
    Nodes counted{};
    bool told = false;
    void count(std::span<unsigned const> nodes, Place const* places, bool back) {
        counted.insert(counted.end(), nodes.begin(), nodes.end());
        told = told || places != nullptr || back;
    }
};
template <class Solver>
Nodes counted(Solver& solver) {
    Receiver receiver;
    CHECK(solver.count_in_memory(receiver));
    CHECK_FALSE(receiver.told);
    return receiver.counted;
}
using Calls = std::vector<std::string>;

}  // namespace

TEST_CASE("graph solver: it has the graph's objects, and numbers none", "[unit]") {
    Log log;
    GraphSolver solver{Solving<false>(log)};
    CHECK(solver.size(12) == 96);
    CHECK(&solver.graph() == &solver.given());
    CHECK(solver.nodes().empty());
    CHECK(solver.place(12) == trav::detail::unreached);
    CHECK(solver.resolved(std::vector<int>{112, 0, 13, 100}) == Nodes{12, 13, 100});
    Flow following("following", {}, log, true);
    CHECK_THROWS_WITH(
        solver.add(following),
        "trav: an AnyBreakdown with a flow needs to know a graph of several ranks, or in a file: "
        "write trav::AnyBreakdown<Node, Graph>");
    CHECK_THROWS_AS(solver.add(following), std::invalid_argument);
    CHECK(log.calls.empty());
}

TEST_CASE("graph solver: flows are solved in order, and then the reachable objects are found", "[unit]") {
    Log log;
    GraphSolver solver{Solving<true>(log)};
    Flow first("first", {}, log), second("second", {0, 113}, log);
    CHECK(counted(solver) == all);  // nothing was sampled
    solver.add(first), solver.add(second);
    int unused = 0;
    solver.run({12, 14}, false, unused);
    CHECK(log.calls == Calls{"renew", "first sources of 2", "second sources of 2", "first solve 0",
                             "second solve 0", "reach"});
    CHECK(log.sources == Nodes{12, 14, 13});
    CHECK(counted(solver) == all);
    log.calls.clear();
    solver.release();
    CHECK(log.calls == Calls{"first release", "second release"});
}

TEST_CASE("graph solver: reached objects are counted once, or otherwise all objects", "[unit]") {
    Log log;
    GraphSolver solver{Solving<false>(log)};
    Flow flow("flow", {}, log);
    solver.add(flow);
    int unused = 0;
    solver.run({12}, false, unused);
    CHECK(counted(solver) == even);
    solver.run({13}, false, unused);
    CHECK(counted(solver) == odd);
    CHECK(counted(solver) == all);  // the sample has been counted
    solver.run({13}, false, unused);
    log.calls.clear();
    solver.run({12}, true, unused);  // for flows alone
    CHECK(log.calls == Calls{"flow sources of 1", "flow solve 0"});
    CHECK(counted(solver) == all);
    solver.run({}, false, unused);
    CHECK(counted(solver).empty());
}
