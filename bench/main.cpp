// Benchmarks: every figure is a ratio of methods timed in turn, in one run, on one heap. `./dev bench
// --help`; doc/notes/benchmarks.md.
#include "harness.hpp"
#include "report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

/// Restarts this program with huge pages behind malloc, for heaps, stores and frontiers alike (glibc 2.35).
void restart_with_huge_pages(char** argv) {
    constexpr char const* tunables = "GLIBC_TUNABLES";
    if (std::getenv(tunables) != nullptr) return;
    setenv(tunables, "glibc.malloc.hugetlb=1", 1);
    execv("/proc/self/exe", argv);
    throw std::runtime_error("--huge-pages: the program cannot start itself again");
}

}  // namespace

int main(int argc, char** argv) {
    std::map<std::string, bench::Suite> const suites{{"allocations", bench::allocations},
                                                     {"biography", bench::biography},
                                                     {"census", bench::census},
                                                     {"compile-time", bench::compile_time},
                                                     {"disc", bench::disc},
                                                     {"dominators", bench::dominators},
                                                     {"dump", bench::dump},
                                                     {"fuse", bench::fuse},
                                                     {"limits", bench::limits},
                                                     {"mark", bench::mark},
                                                     {"memory", bench::memory},
                                                     {"objects", bench::objects},
                                                     {"retainers", bench::retainers},
                                                     {"roots", bench::roots},
                                                     {"sizes", bench::sizes}};
    std::vector<std::string> chosen, orders;
    double n = 1e6;
    bench::Settings settings;
    bool huge_pages = false;
    std::string json, graph;

    CLI::App app{"Times trav beside its peers: in turn, in one run, on one heap. 'x PEER' is how many times "
                 "faster than PEER."};
    std::string const all = "all";
    auto names = bench::shape_names;
    names.push_back(all);
    app.add_option("suite", chosen,
                   "Suites to run (default: all but dump, which writes 2 GB, and limits, which takes 5 GB)")
        ->check(CLI::IsMember(suites));
    app.add_option("--graph", graph,
                   "No suite: all strategies and solvers on this graph, any dump that heapprof reads");
    app.add_option("--n", n, "Objects in the heap, such as 1e7; of limits and dump in the largest")
        ->check(CLI::Range(1e3, 2e8))
        ->capture_default_str();
    app.add_option("--rounds", settings.rounds, "Timed rounds")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    app.add_option("--shape", settings.shapes, "Shapes of the heap; all: each of them")
        ->check(CLI::IsMember(names))
        ->capture_default_str();
    app.add_option("--order", orders,
                   "How objects lie in memory (default: shuffled allocation, of mark also breadth-first)")
        ->check(CLI::IsMember(bench::order_names));
    app.add_option("--part", settings.parts, "Parts of the suite, by name (default: all)");
    app.add_option("--method", settings.methods, "Methods of a contest, by name (default: all)");
    app.add_option("--svg", settings.svg, "Where the suite sizes draws ns/object against size");
    app.add_option("--json", json, "Also write the results to this file");
    app.add_flag("--huge-pages", huge_pages, "Memory in huge pages, for all methods");
    CLI11_PARSE(app, argc, argv);
    settings.n = static_cast<std::size_t>(std::llround(n));
    if (app.count("--n") != 0) settings.largest = settings.n;
    if (std::ranges::find(settings.shapes, all) != settings.shapes.end())
        settings.shapes = bench::shape_names;
    settings.orders_chosen = !orders.empty();
    if (settings.orders_chosen) settings.orders.clear();
    for (auto const& order : orders)
        settings.orders.push_back(static_cast<bench::Order>(std::ranges::find(bench::order_names, order) -
                                                            bench::order_names.begin()));

    try {
        if (huge_pages) restart_with_huge_pages(argv);
        bench::Contests contests;
        if (!graph.empty()) bench::graph(graph, settings, contests);
        for (auto const& [name, suite] : suites)
            if (chosen.empty() ? graph.empty() && name != "dump" && name != "limits"
                               : std::ranges::find(chosen, name) != chosen.end())
                suite(settings, contests);
        if (contests.results().empty())
            throw std::runtime_error("nothing was run: no part or method has that name");
        if (!json.empty()) bench::write_json(json, contests.results());
    } catch (std::exception const& error) {
        fmt::print(stderr, "bench: {}\n", error.what());
        return 1;
    }
}
